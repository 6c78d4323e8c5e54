// SPDX-License-Identifier: Apache-2.0

// leaf makes certificates of exactly the shape that Crossplane's core makes,
// for the checks that need one that core would not issue (expired, other CA,
// other use), and some that core would never make.
//
//	leaf ca   OUT                                            writes OUT.crt and OUT.key
//	leaf sign CA OUT NOT_BEFORE NOT_AFTER USE DNS_NAME...    reads CA.crt and CA.key
//
// Times are 2006-01-02. USE is client, server or none, and after commas what
// makes the leaf weak: ca, rsa1024, sha1.
package main

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"log"
	"math/big"
	"os"
	"strings"
	"time"
)

// One name for the CA and for every leaf. As issuer and subject are equal, Go
// leaves out the authority key identifier.
var name = pkix.Name{CommonName: "Crossplane", Organization: []string{"Crossplane"}, Country: []string{"Earth"},
	Province: []string{"Earth"}, Locality: []string{"Earth"}}

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

func block(file string) []byte {
	b, _ := pem.Decode(must(os.ReadFile(file)))
	if b == nil {
		log.Fatal(file + ": no PEM block")
	}
	return b.Bytes
}

func write(out string, der []byte, key *rsa.PrivateKey) {
	crt := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	pkcs1 := pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})
	if err := os.WriteFile(out+".crt", crt, 0o600); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(out+".key", pkcs1, 0o600); err != nil {
		log.Fatal(err)
	}
}

func template() *x509.Certificate {
	return &x509.Certificate{SerialNumber: big.NewInt(2022), Subject: name, Issuer: name, BasicConstraintsValid: true}
}

func ca(out string) {
	key := must(rsa.GenerateKey(rand.Reader, 2048))
	t := template()
	t.NotBefore, t.NotAfter = time.Now(), time.Now().AddDate(10, 0, 0)
	t.IsCA, t.KeyUsage, t.DNSNames = true, x509.KeyUsageCRLSign|x509.KeyUsageCertSign, []string{"crossplane-root-ca"}
	write(out, must(x509.CreateCertificate(rand.Reader, t, t, &key.PublicKey, key)), key)
}

func sign(issuer, out, begin, end, use string, names []string) {
	t, bits := template(), 2048
	t.NotBefore, t.NotAfter = must(time.Parse(time.DateOnly, begin)), must(time.Parse(time.DateOnly, end))
	t.KeyUsage = x509.KeyUsageDigitalSignature | x509.KeyUsageKeyEncipherment | x509.KeyUsageDataEncipherment
	t.DNSNames = names
	for _, word := range strings.Split(use, ",") {
		switch word {
		case "client":
			t.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}
		case "server":
			t.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
		case "none":
		case "ca":
			t.IsCA = true
		case "rsa1024":
			bits = 1024
		case "sha1":
			t.SignatureAlgorithm = x509.SHA1WithRSA
		default:
			log.Fatal("unknown use " + word)
		}
	}
	key := must(rsa.GenerateKey(rand.Reader, bits))
	caCertificate := must(x509.ParseCertificate(block(issuer + ".crt")))
	caKey := must(x509.ParsePKCS1PrivateKey(block(issuer + ".key")))
	write(out, must(x509.CreateCertificate(rand.Reader, t, caCertificate, &key.PublicKey, caKey)), key)
}

func main() {
	switch {
	case len(os.Args) == 3 && os.Args[1] == "ca":
		ca(os.Args[2])
	case len(os.Args) > 7 && os.Args[1] == "sign":
		sign(os.Args[2], os.Args[3], os.Args[4], os.Args[5], os.Args[6], os.Args[7:])
	default:
		log.Fatal("usage: leaf ca OUT | leaf sign CA OUT NOT_BEFORE NOT_AFTER USE DNS_NAME...")
	}
}

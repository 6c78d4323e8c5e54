/* A search for a pasted message. The theme takes `:`, `--`, `^`, `~`, `*`, `+` and quotes for
   operators, and a message with one of them would find nothing. */
const search = document.querySelector(".md-search__input");
const { get, set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
Object.defineProperty(search, "value", {
  set,
  get() {
    return get.call(this).replace(/(^|\s)[-+]+(?=\S)|[:^~*"]/g, " ");
  },
});

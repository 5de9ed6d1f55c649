// Sends the token of a link on. It is in the fragment, so it reaches the server in the body of a form only.

const form = document.querySelector("form[data-link]");

function sendOn() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!token) return;
  form.elements.token.value = token;
  form.requestSubmit();
}

addEventListener("hashchange", sendOn);
sendOn();

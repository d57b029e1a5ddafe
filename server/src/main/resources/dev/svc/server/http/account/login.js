// Offers a passkey on the login page, where the browser has them. The page is complete without this file.
(() => {
  'use strict';
  const button = document.getElementById('passkey');
  const wrong = document.getElementById('passkey-wrong');
  const token = document.querySelector('meta[name="csrf-token"]')?.content ?? '';
  if (!button || !wrong || !window.PublicKeyCredential) return;

  const bytes = (text) => {
    const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  };
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');

  const say = (sentence) => {
    wrong.textContent = sentence;
    wrong.hidden = sentence === '';
  };

  const post = (path, body) =>
    fetch(path, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': token },
      body: JSON.stringify(body),
    });

  const sentence = async (answer) => {
    const { wait, broken, wrong: refused } = button.dataset;
    if (answer.status === 429) return wait.replace('0', answer.headers.get('Retry-After') ?? '30');
    const { code } = await answer.json().catch(() => ({}));
    return code === 'two_factor_broken' ? broken : refused;
  };

  const signIn = async () => {
    const asked = await post('/login/passkey/options', {});
    if (!asked.ok) return say(await sentence(asked));
    const options = await asked.json();
    const credential = await navigator.credentials
      .get({ publicKey: { ...options, challenge: bytes(options.challenge) } })
      .catch(() => null);
    if (!credential) return say(button.dataset.none);
    const { response } = credential;
    const answer = await post(button.dataset.post, {
      id: credential.id,
      client_data: text(response.clientDataJSON),
      authenticator_data: text(response.authenticatorData),
      signature: text(response.signature),
      user_handle: response.userHandle ? text(response.userHandle) : null,
    });
    if (!answer.ok) return say(await sentence(answer));
    location.replace((await answer.json()).next);
  };

  button.addEventListener('click', () => {
    say('');
    button.disabled = true;
    signIn()
      .catch(() => say(button.dataset.none))
      .finally(() => (button.disabled = false));
  });
  button.hidden = false;
})();

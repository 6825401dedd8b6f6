/**
 * The one script of the pages. Sends the form that asks for a Pix code, once somebody sees the page: not while a browser
 * renders it ahead. Looks every five seconds for half an hour, while the page is seen, whether it was paid. Everything
 * works without it by a button and by reloading.
 */
export const pageScript = `
(() => {
  const isSeen = () => document.visibilityState === 'visible';
  const whenSeen = (work) => isSeen() ? work()
    : document.addEventListener('visibilitychange', () => whenSeen(work), { once: true });
  const form = document.querySelector('form[data-send]');
  if (form) whenSeen(() => form.requestSubmit());
  const { look, state, then } = document.querySelector('main').dataset;
  if (!look) return;
  let looksLeft = 360;
  const ask = async () => {
    looksLeft -= 1;
    try {
      const answer = await fetch(look, { headers: { accept: 'application/json' } });
      if (answer.ok && (await answer.json()).state !== state) return location.replace(then);
    } catch {}
    if (looksLeft > 0) setTimeout(() => whenSeen(ask), 5000);
  };
  setTimeout(() => whenSeen(ask), 5000);
})();
`;

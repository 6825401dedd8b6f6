/**
 * The script of the pages. Submits the form for a Pix code once the page is visible, not while a browser prerenders it.
 * Polls every five seconds for half an hour, while the page is visible. Without it, a button and reloading do the same.
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

/** Does it once the page is visible: not while a browser prerenders it. */
export function whenSeen(work: () => void): void {
  if (document.visibilityState === 'visible') work();
  else document.addEventListener('visibilitychange', () => whenSeen(work), { once: true });
}

import { timeLeft } from '../time-left';

/**
 * Counts down to the end of what the page shows. The page says how many seconds were left when it was made, because the
 * clock of a device may be wrong.
 */
export function startCountdown(over: () => void): void {
  const shown = document.querySelector<HTMLElement>('[data-seconds]');
  if (!shown) return;
  const { seconds, left = '', over: overText = '' } = shown.dataset;
  const endMs = performance.now() + Number(seconds) * 1000;
  const timer = setInterval(tick, 1000);
  tick();

  function tick(): void {
    const rest = (endMs - performance.now()) / 1000;
    if (shown) shown.textContent = rest > 0 ? left.replace('{}', timeLeft(rest)) : overText;
    if (rest > 0) return;
    clearInterval(timer);
    over();
  }
}

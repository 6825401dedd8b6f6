/** `23:59:59`, under an hour `59:59`. Never below zero. */
export function timeLeft(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  const shown = left < 3600 ? parts.slice(1) : parts;
  return shown.map((part) => String(part).padStart(2, '0')).join(':');
}

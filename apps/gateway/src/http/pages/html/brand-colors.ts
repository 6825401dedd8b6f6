import { contrastMin, computeContrast } from '../../../stores/branding';

const darkCard = '#1f1f25';
const lightenStep = 0.08;

/**
 * The style sheet of a store's colour: as it is on light pages, where the store's rules make it readable, and mixed with
 * white on dark pages until it is as readable there.
 */
export function brandStyle(color: string): string {
  return `:root{--brand:${color}}@media (prefers-color-scheme:dark){:root{--brand:${readableOnDark(color)}}}`;
}

export function readableOnDark(color: string): string {
  let shown = color;
  for (let white = 0; computeContrast(shown, darkCard) < contrastMin && white < 1; white += lightenStep) {
    shown = mixWithWhite(color, Math.min(1, white + lightenStep));
  }
  return shown;
}

function mixWithWhite(color: string, white: number): string {
  const channels = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16);
    return Math.round(channel + (255 - channel) * white)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

/** WCAG 2.2 AA for text, which the API asks for (docs/behaviour/stores.md#brand). */
export const contrastMin = 4.5;

const darkenStep = 0.04;

export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

function readChannels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255);
}

/** The contrast of white text on a colour `#rrggbb`, from 1 to 21 (WCAG 2.2, relative luminance). */
export function contrastWithWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = readChannels(color).map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  );
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

export function isReadable(color: string): boolean {
  return isColor(color) && contrastWithWhite(color) >= contrastMin;
}

/** Rounded down, as the API says it: 4,49 is not yet 4,5. */
export function shownContrast(color: string): number {
  return Math.floor(contrastWithWhite(color) * 10) / 10;
}

/** The same hue, as little darker as makes white text readable. */
export function darkened(color: string): string {
  let shown = color;
  for (let black = darkenStep; !isReadable(shown) && black < 1; black += darkenStep) {
    const mixed = readChannels(color).map((channel) => Math.round(channel * (1 - black) * 255));
    shown = `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
  }
  return shown;
}

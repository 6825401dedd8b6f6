/** What payment pages and receipts show of the store beside its name. */
export interface Branding {
  /** Shown instead of the store's name. */
  readonly displayName: string | undefined;
  /** https address of a picture, or the picture itself (`data:`). */
  readonly logoUrl: string | undefined;
  /** `#rrggbb`, behind white text. */
  readonly color: string | undefined;
  readonly supportEmail: string | undefined;
}

export const noBranding: Branding = {
  displayName: undefined,
  logoUrl: undefined,
  color: undefined,
  supportEmail: undefined,
};

/** Characters of a logo that is its own address: it is in each page and in the row of the store. */
export const logoDataMax = 40_000;

/** WCAG 2.2 AA for text. */
export const contrastMin = 4.5;

const readChannel = (color: string, index: number): number =>
  Number.parseInt(color.slice(1 + index * 2, 3 + index * 2), 16) / 255;

/** The contrast of white text on a colour `#rrggbb`, from 1 to 21 (WCAG 2.2, relative luminance). */
export function contrastWithWhite(color: string): number {
  return computeContrast(color, '#ffffff');
}

/** The contrast of two colours `#rrggbb`, from 1 to 21 (WCAG 2.2, relative luminance). */
export function computeContrast(one: string, other: string): number {
  const [lighter = 1, darker = 0] = [computeLuminance(one), computeLuminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function computeLuminance(color: string): number {
  const [red, green, blue] = [0, 1, 2].map((index) => {
    const channel = readChannel(color, index);
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

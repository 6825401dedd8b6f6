/** A browser and its system, as far as its user agent says them. */
export interface BrowserName {
  readonly browser: string | undefined;
  readonly system: string | undefined;
}

/** Those that claim to be another one come before it. */
const browsers = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(HeadlessChrome|Chrome|CriOS)\//],
  ['Safari', /\bVersion\/\S+ .*Safari\//],
] as const;

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;

export function parseBrowser(userAgent: string): BrowserName {
  const nameIn = (names: readonly (readonly [string, RegExp])[]): string | undefined =>
    names.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return { browser: nameIn(browsers), system: nameIn(systems) };
}

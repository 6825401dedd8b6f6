/** What a merchant may set of the fields: nothing that could load or hide anything. */
export interface FrameStyle {
  colorText?: string;
  colorPlaceholder?: string;
  colorError?: string;
  fontFamily?: string;
  fontSize?: number;
}

type Rule = (value: string | number) => boolean;

const matches =
  (shape: RegExp): Rule =>
  (value) =>
    typeof value === 'string' && shape.test(value);
const inPixels =
  (least: number, most: number): Rule =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most;

const isColor = matches(/^(#([\da-f]{3}|[\da-f]{6}|[\da-f]{8})|[a-z]{3,20})$/i);
const colors = ['Text', 'Label', 'Placeholder', 'Background', 'Border', 'Focus', 'Error'];
const rules: Readonly<Record<string, Rule>> = {
  theme: matches(/^(?:light|dark)$/),
  fontFamily: matches(/^[\w ,'"-]{1,100}$/),
  fontSize: inPixels(16, 24),
  borderRadius: inPixels(0, 24),
  fieldHeight: inPixels(44, 64),
  ...Object.fromEntries(colors.map((name) => [`color${name}`, isColor])),
};

/** What a merchant's page sends, which may be anything. */
type Given = Readonly<Record<string, string | number | undefined>>;

/** Applies what is allowed, calls `refuse` with the name of each other option, and returns what was applied. */
export function applyStyle(style: Given, refuse: (name: string) => void): FrameStyle {
  const { dataset, style: root } = document.documentElement;
  const applied: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(style)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(rules, name) || rules[name]?.(value) !== true) {
      refuse(name);
      continue;
    }
    applied[name] = value;
    if (name === 'theme') dataset['theme'] = String(value);
    else root.setProperty(`--${name}`, typeof value === 'number' ? `${String(value)}px` : value);
  }
  return applied;
}

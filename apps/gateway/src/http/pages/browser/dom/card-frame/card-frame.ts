import { cardFieldsWords } from '../../../card-fields/fields-words';
import type { Fail, FieldsWord, FieldsFailure, Words } from './fields-failure';
import { applyStyle, type FrameStyle } from './frame-style';
import { requestToken, type TokenAnswer } from './request-token';

/** What the merchant's page hears of the fields; no digit. */
export interface FieldsChange {
  readonly complete: boolean;
  readonly empty: boolean;
  readonly brand: string | null;
  readonly error: string | null;
}

/** What fields are mounted with. */
export interface Frame {
  readonly language: 'pt-BR' | 'en';
  readonly words: Words;
  readonly style: FrameStyle;
  /** Tells the page that the fields cannot be used. */
  breakDown(code: FieldsWord): void;
  /** Tells the page of a change, if anything of it is new. */
  tellChange(change: FieldsChange): void;
  readonly fail: Fail;
  requestToken(card: object): Promise<TokenAnswer>;
}

export interface MountedFields {
  focus(): void;
  /** Why there can be no token yet; shows it. */
  refusal(): FieldsFailure | undefined;
  createToken(holderName: string): Promise<TokenAnswer>;
}

export type Mount = (frame: Frame) => MountedFields | undefined;

interface Asked {
  readonly type?: string;
  readonly call?: number;
  readonly holderName?: unknown;
  readonly style?: Parameters<typeof applyStyle>[0];
  readonly language?: string;
}

export function byId(id: string): HTMLElement {
  return document.getElementById(id) as HTMLElement;
}

/** Shows a sentence in its place, or hides the place. */
export function showProblem(place: HTMLElement, sentence: string): void {
  place.textContent = sentence;
  place.hidden = sentence === '';
}

/**
 * Waits for the merchant's page, which frames us, and mounts the fields for it. It receives states and tokens
 * through a channel of its own, never what is typed.
 */
export function openCardFrame(mount: Mount): void {
  if (parent === window) return;
  let port: MessagePort | undefined;
  addEventListener('message', ({ data, source, origin, ports: [opened] }: MessageEvent<Asked | null>) => {
    if (port || source !== parent || data?.type !== 'pitanga:init' || !opened) return;
    // The page that frames us, and no page inside or above it. Firefox does not say what is above.
    const above = (location as { readonly ancestorOrigins?: DOMStringList }).ancestorOrigins?.[0];
    if (origin === 'null' || (above !== undefined && above !== origin)) return;
    port = opened;
    begin(port, data, mount);
  });
  // Says nothing, so anyone may hear it; what follows goes through the channel that the page opens.
  parent.postMessage({ type: 'pitanga:hello' }, '*');
}

function begin(port: MessagePort, asked: Asked, mount: Mount): void {
  const language = asked.language === 'en' ? 'en' : 'pt-BR';
  const words = cardFieldsWords[language];
  const { key = '', problem } = document.body.dataset;
  const root = document.documentElement;
  root.lang = language;
  document.title = words.title;
  const tell = (type: string, facts: object = {}): void => port.postMessage({ type, ...facts });
  const fail: Fail = (code, more) => ({ code, message: words[code], ...more });
  new ResizeObserver(() => {
    tell('height', { height: Math.ceil(document.body.getBoundingClientRect().height) });
  }).observe(document.body);
  const style = applyStyle(asked.style ?? {}, (name) => {
    const message = `Option 'style.${name.slice(0, 30)}' is unknown or has a value that is not allowed`;
    tell('problem', { code: 'invalid_option', message });
  });
  const breakDown: Frame['breakDown'] = (code) => tell('broken', fail(code));
  if (problem !== undefined) {
    const code = problem as FieldsWord;
    showProblem(byId('problem'), words[code]);
    breakDown(code);
    return;
  }
  let told = '';
  const fields = mount({
    language,
    words,
    style,
    breakDown,
    fail,
    tellChange: (change) => {
      const text = JSON.stringify(change);
      if (text !== told) tell('change', change);
      told = text;
    },
    requestToken: (card) => requestToken(key, card, fail),
  });
  if (!fields) return;
  port.onmessage = ({ data }: MessageEvent<Asked>) => void answer(fields, data, { tell, fail });
  tell('ready');
}

async function answer(
  fields: MountedFields,
  { type, call, holderName }: Asked,
  { tell, fail }: { readonly tell: (type: string, facts: object) => void; readonly fail: Fail },
): Promise<void> {
  if (type === 'focus') fields.focus();
  if (type !== 'token') return;
  const name = typeof holderName === 'string' ? holderName.trim() : '';
  // A name with so many digits is a card number in the wrong field.
  const isName = name.length >= 2 && name.length <= 200 && name.replace(/\D/g, '').length < 12;
  const error = fields.refusal() ?? (isName ? undefined : fail('invalid_holder_name', { field: 'holderName' }));
  tell('answer', { call, ...(error ? { error } : await fields.createToken(name)) });
}

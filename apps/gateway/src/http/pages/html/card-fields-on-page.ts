import { hash } from 'node:crypto';
import { efiCardScript } from '@pitanga/core/pix-banks';
import { efiFormScript } from '../assets/efi-form-script';
import { stripeWalletScript } from '../assets/stripe-wallet-script';
import { stripeFieldsScript } from './card-fields-script';

/** What the provider's fields need of a page, as sources of its Content-Security-Policy. */
export interface FieldSources {
  readonly scripts: readonly string[];
  readonly frames: readonly string[];
  readonly connections: readonly string[];
  readonly pictures: readonly string[];
}

/** The script of a card provider, which a page loads. */
export interface ProviderScript {
  readonly scriptUrl: string;
  /** The hash of the very file, where that is known. */
  readonly integrity: string | undefined;
  readonly sources: FieldSources;
}

/** The same with what uses it in a form of ours. */
export interface FieldsOnPage extends ProviderScript {
  readonly script: string;
  /** The script in a Content-Security-Policy. */
  readonly scriptSource: string;
  /** Whose frames may open a wallet; absent: none. */
  readonly paymentOrigin?: string | undefined;
}

/** What Stripe's script does on a page: the fields of a form, the button of the wallets, or both. */
export type StripeParts = 'fields' | 'wallets' | 'both';

/** Hashed once, not for each page. */
const stripeForms = {
  fields: hashed(stripeFieldsScript),
  wallets: hashed(stripeWalletScript),
  both: hashed(`${stripeFieldsScript}${stripeWalletScript}`),
};
const efiForm = { script: efiFormScript, scriptSource: hashSource(efiFormScript) };

function hashed(script: string): Pick<FieldsOnPage, 'script' | 'scriptSource'> {
  return { script, scriptSource: hashSource(script) };
}

export function stripeOnPage(scriptUrl: string, parts: StripeParts = 'fields'): FieldsOnPage {
  const paymentOrigin = parts === 'fields' ? undefined : new URL(scriptUrl).origin;
  return { ...stripeScript(scriptUrl), ...stripeForms[parts], paymentOrigin };
}

export function efiOnPage(account: EfiScriptAccount): FieldsOnPage {
  return { ...efiScript(account), ...efiForm };
}

/** Of Stripe's published list, without its maps; another address of the script serves everything itself. */
export function stripeScript(scriptUrl: string): ProviderScript {
  const { origin } = new URL(scriptUrl);
  const known = { scriptUrl, integrity: undefined };
  if (origin !== 'https://js.stripe.com')
    return { ...known, sources: { scripts: [origin], frames: [origin], connections: [origin], pictures: [] } };
  const scripts = [origin, 'https://*.js.stripe.com'];
  const frames = [...scripts, 'https://hooks.stripe.com'];
  return { ...known, sources: { scripts, frames, connections: ['https://api.stripe.com'], pictures: [] } };
}

export interface EfiScriptAccount {
  readonly scriptUrl: string;
  readonly isSandbox: boolean;
}

/** What the script of Efí calls, read in payment-token-efi 3.4.1: the two last are of its protection against fraud. */
export function efiScript({ scriptUrl, isSandbox }: EfiScriptAccount): ProviderScript {
  const fingerprints = ['https://device.clearsale.com.br', 'https://web.fpcs-monitor.com.br'];
  const api = `https://cobrancas${isSandbox ? '-h' : ''}.api.efipay.com.br`;
  return {
    scriptUrl,
    integrity: scriptUrl === efiCardScript.url ? efiCardScript.integrity : undefined,
    sources: {
      // The file alone: anyone may put others at that host.
      scripts: [scriptUrl, 'https://device.clearsale.com.br'],
      frames: [],
      connections: [api, 'https://tokenizer.sejaefi.com.br', ...fingerprints],
      pictures: fingerprints,
    },
  };
}

/** A script or style sheet in a Content-Security-Policy. */
export function hashSource(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}

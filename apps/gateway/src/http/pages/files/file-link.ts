import type { FileLink } from '@pitanga/contracts';
import { html, type Html } from '../html/html';

/** The button that downloads a bought file. */
export function fileLink({ name, token }: FileLink): Html {
  return html`<a class="button" href="/files/downloads/${token}" rel="noreferrer">Baixar ${name}</a>`;
}

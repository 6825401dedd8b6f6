import type { FileLink } from '@pitanga/contracts';
import { html, type Html } from '../html/html';
import type { Language } from '../words/language';
import { payWords } from '../words/pay-words';

/** The button that downloads a bought file. */
export function fileLink({ name, token }: FileLink, language: Language): Html {
  return html`<a class="button" href="/files/downloads/${token}" rel="noreferrer"
    >${payWords[language].download(name)}</a
  >`;
}

import { html, type Html } from '../html/html';
import type { Face } from '../html/face';
import type { PageContent } from '../html/layout';
import { buttonForm } from '../forms/form-fields';
import { buyerWords } from '../words/buyer-words';
import type { Language } from '../words/language';

export interface CodeView {
  readonly face: Face;
  readonly isTest: boolean;
  /** Of this page and its forms. */
  readonly address: string;
  readonly language: Language;
  /** Of the code that was sent; undefined before that. */
  readonly ask: string | undefined;
  readonly problem: 'wrong' | 'ended' | undefined;
}

/** Offers to send a code, and takes it. It says nothing of the buyer, nor whether there is a mail. */
export function codePage(view: CodeView): PageContent {
  const { face, isTest, language, problem } = view;
  const words = buyerWords[language];
  const body = html`<h2>${words.title}</h2>
    ${problem && html`<p class="alert" role="alert" id="problem">${words[problem]}</p>`} ${part(view)}`;
  return { title: words.title, isTest, face, body };
}

function part({ face, address, language, ask, problem }: CodeView): Html {
  const words = buyerWords[language];
  if (ask === undefined) {
    return html`<p class="soft">${words.how(face.name)}</p>
      ${buttonForm(address, words.send, {}, 'main')}`;
  }
  return html`<p class="soft" role="status">${words.sent}</p>
    ${codeForm({ address, language, ask, isWrong: problem === 'wrong', again: {} })}
    <p class="soft">${words.noMail}</p>`;
}

/** Takes the code that was sent, or sends another; `again` is what the latter needs. */
export function codeForm(view: {
  readonly address: string;
  readonly language: Language;
  readonly ask: string;
  readonly isWrong: boolean;
  readonly again: Readonly<Record<string, string>>;
}): Html {
  const { address, language, ask, isWrong, again } = view;
  const words = buyerWords[language];
  const wrong = isWrong ? html`aria-invalid="true" aria-describedby="problem"` : undefined;
  return html`<form method="post" action="${address}">
      <input type="hidden" name="ask" value="${ask}" />
      ${Object.entries(again).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <div class="field">
        <label
          >${words.code}
          <input name="code" autocomplete="one-time-code" inputmode="numeric" maxlength="12" required ${wrong} />
        </label>
      </div>
      <button class="button main" type="submit">${words.confirm}</button>
    </form>
    ${buttonForm(address, words.sendAgain, again, 'quiet')}`;
}

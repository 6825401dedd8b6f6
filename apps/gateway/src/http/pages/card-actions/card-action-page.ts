import { buttonForm, link } from '../forms/form-fields';
import { html, type Html } from '../html/html';
import type { PageContent } from '../html/layout';
import { hostName, leavesByItself, type Leaving } from '../leaving/leaving';
import { cardActionWords, newCardWords, pageCardWords } from '../words/card-action-words';
import type { Language } from '../words/language';

type Words = (typeof cardActionWords)[Language];

function chooseWords(id: string, language: Language): Words {
  const words = cardActionWords[language];
  return id.startsWith('crep_') ? { ...words, ...newCardWords[language] } : words;
}

function page({ title }: Words, body: Html): PageContent {
  // Dev mode has no confirmations.
  return {
    title,
    isTest: false,
    body: html`<h1>${title}</h1>
      ${body}`,
  };
}

/** Asks, by a form that submits itself, what the payment waits for. */
export function askingPage(id: string, isBack: boolean, language: Language): PageContent {
  const words = chooseWords(id, language);
  return page(
    words,
    html`<p class="soft" role="status">${isBack ? words.checking : words.bankAsks}</p>
      <form method="post" action="${buildAddress(id, isBack)}" data-send>
        <button class="button main" type="submit">${words.continue}</button>
      </form>`,
  );
}

/** Sends the buyer to the bank; one who has come back without having confirmed is not sent again unasked. */
export function confirmPage(
  id: string,
  {
    actionUrl,
    isBack,
    isOwn,
    isTyped,
  }: {
    readonly actionUrl: string;
    readonly isBack: boolean;
    readonly isOwn: boolean;
    /** False for a card that is typed there. */
    readonly isTyped: boolean;
  },
  language: Language,
): PageContent {
  const words = { ...chooseWords(id, language), ...(isTyped ? {} : pageCardWords[language]) };
  return page(
    words,
    html`<p class="soft" role="status">${isBack ? words.notConfirmed : words.leaving}</p>
      ${link(actionUrl, words.confirmAtBank, 'main')}
      ${isOwn ? buttonForm(buildAddress(id, true), words.abandon, { abandon: '1' }) : proofLink(id, words)}`,
  );
}

/** Only the buyer may give it up. Whose trial or new card it is, is known by the browser that gave the card alone. */
function proofLink(id: string, { abandon }: Words): Html | undefined {
  if (/^(?:crep|subs)_/.test(id)) return undefined;
  return link(`/card-actions/${encodeURIComponent(id)}/code`, abandon);
}

/**
 * Sends the buyer back to the shop that made the charge, which knows what became of it; where the store has not confirmed
 * the host, its button names it.
 */
export function backPage(returnUrl: string, leaving: Leaving, language: Language): PageContent {
  const words = cardActionWords[language];
  const isTrusted = leavesByItself(returnUrl, leaving);
  const host = hostName(returnUrl);
  const content = page(
    words,
    html`<p class="soft" role="status">${isTrusted ? words.returning : words.leavingTo(host)}</p>
      ${link(returnUrl, isTrusted ? words.backToStore : words.goToHost(host), 'main')}`,
  );
  return { ...content, leaves: isTrusted ? { url: returnUrl, afterSeconds: 0 } : undefined };
}

export function waitingPage(id: string, language: Language): PageContent {
  const words = chooseWords(id, language);
  return page(
    words,
    html`<p class="soft" role="status">${words.processing}</p>
      ${buttonForm(buildAddress(id, true), words.refresh)}`,
  );
}

function buildAddress(id: string, isBack: boolean): string {
  return `/card-actions/${encodeURIComponent(id)}${isBack ? '?back=1' : ''}`;
}

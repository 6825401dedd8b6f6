import { isStripe } from '../forms/card-inputs';
import { html, type Html } from '../html/html';
import { walletNamesShown, walletWords } from '../words/wallet-words';
import { walletPayer } from './asked-payer';
import { payAddress } from './pay-choice';
import { amountField, type MethodView } from './pay-methods';
import type { Visit } from './pay-visit';
import { payerFields } from './payer-inputs';

/**
 * The form by which a wallet pays, above the other methods. In production it stays unseen until the browser says that it has
 * one of the wallets; in dev mode each has a button that pays with the test card.
 */
export function walletPart(view: MethodView): Html | undefined {
  const { visit, language } = view;
  if (visit.wallets.length === 0) return undefined;
  const words = walletWords[language];
  const names = visit.wallets.map((name) => walletNamesShown[name]).join(words.or);
  const isAlone = visit.methods.length === 0;
  const others = isAlone ? undefined : html`<p class="soft">${words.others}</p>`;
  if (visit.checkout.devMode) return html`${testForm(view, names)} ${others}`;
  const none = words.noneHere(names);
  return html`<section id="wallets" class="spoken" aria-label="${words.pay(names)}" inert>
      ${stripeForm(view, names)} ${others}
    </section>
    ${
      isAlone
        ? html`<p class="alert" role="status" id="no-wallet" hidden>${none}</p>
            <noscript><p class="alert">${none}</p></noscript>`
        : undefined
    }`;
}

/** Whether the page has the form of Stripe's button. */
export function showsStripeWallets({ wallets, cardFields, checkout, isOpen, payment }: Visit): boolean {
  return wallets.length > 0 && !checkout.devMode && isStripe(cardFields) && isOpen && !payment;
}

function payerPart({ problem, isWallet, ...view }: MethodView): Html | undefined {
  const asked = walletPayer(view.visit);
  return asked && payerFields({ ...view, problem: isWallet ? problem : undefined }, asked);
}

function stripeForm(view: MethodView, names: string): Html {
  const { visit, formId, language } = view;
  const { id, choice, checkout, cardFields, wallets } = visit;
  const words = walletWords[language];
  return html`<form
    method="post"
    action="${payAddress(id, choice, 'wallet')}"
    data-wallet="${cardFields?.publishableKey}"
    data-offered="${wallets.join(' ')}"
    data-unsent="${words.unsent}"
  >
    <input type="hidden" name="form" value="${formId}" />
    ${amountField(checkout)}
    <input type="hidden" name="paymentMethod" />
    <input type="hidden" name="lastFour" />
    ${payerPart(view)}
    <div id="wallet-buttons" role="group" aria-label="${words.pay(names)}"></div>
    <p class="alert" role="alert" id="wallet-problem" hidden></p>
  </form>`;
}

function testForm(view: MethodView, names: string): Html {
  const { visit, formId, language } = view;
  const action = payAddress(visit.id, visit.choice, 'wallet');
  const words = walletWords[language];
  return html`<section id="wallets" aria-label="${words.pay(names)}">
    <form method="post" action="${action}">
      <input type="hidden" name="form" value="${formId}" />
      ${amountField(visit.checkout)} ${payerPart(view)}
      ${visit.wallets.map(
        (name) =>
          html`<button
            class="button quiet"
            type="submit"
            formaction="${action}${action.includes('?') ? '&' : '?'}wallet=${name}"
          >
            ${words.test(walletNamesShown[name])}
          </button>`,
      )}
    </form>
  </section>`;
}

import type { Charge } from '@pitanga/contracts';
import { allocate, cents, formatBrl, formatDigitableLine, type Cents } from '@pitanga/core';
import { pictureUri } from '@pitanga/records';
import { cardFormAttribute, cardInputs } from '../forms/card-inputs';
import { buttonForm, textField, wrong, type FormState } from '../forms/form-fields';
import { html, type Html } from '../html/html';
import { payAddress } from './pay-choice';
import type { Visit } from './pay-visit';

/** The view of one payment method. */
export interface MethodView extends FormState {
  readonly visit: Visit;
  /** The charge of the Pix code or boleto that is shown, once there is one. */
  readonly charge: Charge | undefined;
}

export function pixPart(view: MethodView): Html {
  const { visit, charge } = view;
  const { id, choice, isLink } = visit;
  const address = payAddress(id, { ...choice, method: 'PIX', isDone: true });
  if (isLink && choice.coupon !== undefined) {
    const action = payAddress(id, choice, 'pix');
    return buttonForm(action, 'Gerar código Pix com desconto');
  }
  if (!charge?.pix) {
    const sending = sendsItself(view) ? html`data-send` : undefined;
    return html`<form method="post" action="${payAddress(id, { ...choice, isDone: false }, 'pix')}" ${sending}>
      <p class="soft">Gere o código para pagar no aplicativo do seu banco.</p>
      <button class="button main" type="submit">Gerar código Pix</button>
    </form>`;
  }
  return pixCode(charge.pix, address, 'Já paguei');
}

/** A Pix code as picture and text, and the link of a payer who is done with it. */
export function pixCode(
  { brCode, qrPng }: { readonly brCode: string; readonly qrPng: Buffer },
  address: string,
  done: string,
): Html {
  const picture = pictureUri(qrPng);
  return html`${picture === null ? undefined : html`<img class="qr" src="${picture}" alt="QR Code do Pix" width="240" height="240" />`}
    <p class="soft">Leia o QR Code no aplicativo do seu banco ou copie o código Pix:</p>
    <code class="code">${brCode}</code>
    <a class="button" href="${address}">${done}</a>`;
}

/** The form for a Pix code submits itself the first time, but not after a failure. */
export function sendsItself({ visit, charge, problem }: MethodView): boolean {
  const { isOpen, isSubscription, payment, method, methods, choice, checkout } = visit;
  const asksForCode = isOpen && !isSubscription && !payment && method === 'PIX' && methods.includes('PIX');
  if (!asksForCode || charge?.pix || problem) return false;
  return choice.coupon === undefined && !choice.isPixAsked && checkout.amountCents > 0;
}

export function boletoPart(view: MethodView): Html {
  const { visit, charge } = view;
  if (charge?.boleto) return issuedBoleto(charge.id, charge.boleto);
  const action = payAddress(visit.id, { ...visit.choice, boleto: undefined }, 'boleto');
  return html`<form method="post" action="${action}">
    ${visit.knowsPayer ? html`<p class="soft">O boleto sai no nome informado pela loja.</p>` : boletoPayerFields(view)}
    <button class="button main" type="submit">Gerar boleto</button>
  </form>`;
}

function issuedBoleto(id: string, { digitableLine, dueDate }: NonNullable<Charge['boleto']>): Html {
  const [year, month, day] = dueDate.split('-');
  return html`<dl>
      <div>
        <dt>Vencimento</dt>
        <dd>${day}/${month}/${year}</dd>
      </div>
    </dl>
    <p class="soft">Copie a linha digitável no aplicativo do seu banco:</p>
    <code class="code line">${formatDigitableLine(digitableLine)}</code>
    <a class="button main" href="/boletos/${id}">Abrir boleto (PDF)</a>`;
}

const taxIdField = { name: 'taxId', label: 'CPF ou CNPJ', autocomplete: 'off', maxLength: 30 } as const;
const emailField = {
  name: 'email',
  label: 'E-mail',
  autocomplete: 'email',
  inputMode: 'email',
  maxLength: 254,
} as const;

/** The payer's fields for methods without a card holder. */
export function payerFields(view: FormState): Html {
  return html`${textField({ name: 'name', label: 'Nome completo ou razão social', autocomplete: 'name', maxLength: 200 }, view)}
  ${textField(taxIdField, view)} ${textField({ ...emailField, label: 'E-mail (opcional)', isOptional: true }, view)}`;
}

function boletoPayerFields(view: MethodView): Html {
  if (!view.visit.needsAddress) return payerFields(view);
  return html`${textField({ name: 'name', label: 'Nome completo ou razão social', autocomplete: 'name', maxLength: 200 }, view)}
    ${textField(taxIdField, view)} ${textField(emailField, view)}
    ${textField({ name: 'address', label: 'Rua e número', autocomplete: 'street-address', maxLength: 200 }, view)}
    <div class="pair">
      ${textField({ name: 'city', label: 'Cidade', autocomplete: 'address-level2', maxLength: 100 }, view)}
      ${textField({ name: 'state', label: 'Estado (UF)', autocomplete: 'address-level1', maxLength: 2 }, view)}
    </div>
    ${textField({ name: 'zipCode', label: 'CEP', autocomplete: 'postal-code', inputMode: 'numeric', maxLength: 10 }, view)}`;
}

const testCards =
  'Cartões de teste: 4242 4242 4242 4242 é aprovado, 4000 0000 0000 0002 é recusado. Qualquer validade futura e código.';

export function cardPart(view: MethodView): Html {
  const { visit, formId } = view;
  const { id, choice, checkout } = visit;
  const total = cents(checkout.amountCents);
  return html`${checkout.devMode ? html`<p class="soft">${testCards}</p>` : undefined}
    <form method="post" action="${payAddress(id, choice, 'card')}" ${cardFormAttribute(visit.cardFields)}>
      <input type="hidden" name="form" value="${formId}" />
      ${cardInputs(visit.cardFields, view)} ${asksTaxId(visit) ? textField(taxIdField, view) : undefined}
      ${visit.isSubscription && asksTaxId(visit) ? textField(emailField, view) : undefined}
      ${installmentsField(view, total)}
      <button class="button main" type="submit">
        ${visit.isSubscription ? 'Assinar' : `Pagar ${formatBrl(total)}`}
      </button>
    </form>`;
}

/**
 * The page asks for payer data if the checkout has no customer, unless the shop skips it; a subscription always needs
 * it.
 */
export function asksTaxId({ checkout, choice, isSubscription }: Visit): boolean {
  const isSkipped = !isSubscription && (checkout.skipCustomer || choice.skipCustomer);
  return checkout.customerId === undefined && !isSkipped;
}

function installmentsField({ visit, kept, problem }: MethodView, total: Cents): Html | undefined {
  const max = Math.min(visit.record.card.maxInstallments, visit.cardInstallmentsMax);
  const counts = offeredInstallments(max, total);
  if (counts.length === 1) return undefined;
  return html`<label
    >Parcelas
    <select name="installments" ${wrong('installments', problem)}>
      ${counts.map((count) => {
        const isKept = kept.installments === String(count);
        return html`<option value="${count}" ${isKept ? html`selected` : undefined}>
          ${installmentText(count, total)}
        </option>`;
      })}
    </select>
  </label>`;
}

const installmentCentsMin = 1_000;

/** With more than one installment each is R$ 10 or more. */
function offeredInstallments(max: number, total: Cents): readonly number[] {
  const counts = Array.from({ length: max }, (_, index) => index + 1);
  return counts.filter((count) => count === 1 || total >= count * installmentCentsMin);
}

/** Shows the first installment, which is the largest. */
function installmentText(count: number, total: Cents): string {
  const [first = total] = allocate(total, Array<number>(count).fill(1));
  return count === 1 ? `À vista: ${formatBrl(total)}` : `${String(count)}x de ${formatBrl(first)}`;
}

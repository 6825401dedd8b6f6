import { buttonForm, link } from '../forms/form-fields';
import { html, type Html } from '../html/html';
import type { PageContent } from '../html/layout';

const title = 'Confirmação do pagamento';

function page(body: Html): PageContent {
  // Dev mode has no confirmations.
  return {
    title,
    isTest: false,
    body: html`<h1>${title}</h1>
      ${body}`,
  };
}

/** Asks, by a form that submits itself, what the payment waits for. */
export function askingPage(id: string, isBack: boolean): PageContent {
  return page(
    html`<p class="soft" role="status">
        ${isBack ? 'Estamos conferindo a confirmação do seu banco.' : 'Seu banco pede que você confirme este pagamento.'}
      </p>
      <form method="post" action="${addressOf(id, isBack)}" data-send>
        <button class="button main" type="submit">Continuar</button>
      </form>`,
  );
}

/** Sends the buyer to the bank; one who has come back without having confirmed is not sent again unasked. */
export function confirmPage(id: string, actionUrl: string, isBack: boolean): PageContent {
  return page(
    html`<p class="soft" role="status">
        ${isBack ? 'O pagamento ainda não foi confirmado no seu banco.' : 'Você vai para a página do seu banco.'}
      </p>
      ${link(actionUrl, 'Confirmar no banco', 'main')}
      ${buttonForm(addressOf(id, true), 'Desistir e pagar de outra forma', { abandon: '1' })}`,
  );
}

/** Sends the buyer back to the shop that made the charge, which knows what became of it. */
export function backPage(returnUrl: string): PageContent {
  return page(
    html`<p class="soft" role="status">Você volta para a loja.</p>
      ${link(returnUrl, 'Voltar à loja', 'main')}`,
  );
}

export function waitingPage(id: string): PageContent {
  return page(
    html`<p class="soft" role="status">Seu pagamento está sendo processado. Não é preciso pagar de novo.</p>
      ${buttonForm(addressOf(id, true), 'Atualizar')}`,
  );
}

function addressOf(id: string, isBack: boolean): string {
  return `/card-actions/${encodeURIComponent(id)}${isBack ? '?back=1' : ''}`;
}

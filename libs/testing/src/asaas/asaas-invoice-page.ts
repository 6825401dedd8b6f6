import type { ServerResponse } from 'node:http';
import type { AsaasBooks, AsaasPayment } from './asaas-books';
import { payByCard } from './asaas-cards';
import { AsaasRefusal, reais } from './asaas-parts';

/** The page of a charge, on which its payer types a card. It asks for less than the real one, and looks plain. */
export function answerInvoicePage(
  books: AsaasBooks,
  response: ServerResponse,
  { method, path, body }: { readonly method: string; readonly path: string; readonly body: string },
): void {
  const payment = books.payments.find(({ id }) => path === `/i/${id.slice(4)}`);
  if (!payment) {
    send(response, 404, '<h1>Cobrança não encontrada</h1>');
    return;
  }
  if (method !== 'POST') {
    send(response, 200, form(payment, ''));
    return;
  }
  try {
    payByCard(books, payment, new URLSearchParams(body).get('number')?.replace(/\D/g, '') ?? '');
  } catch (error) {
    if (!(error instanceof AsaasRefusal)) throw error;
    send(response, 200, form(payment, error.description ?? ''));
    return;
  }
  if (payment.successUrl === undefined) {
    send(response, 200, '<h1>Pagamento confirmado</h1>');
    return;
  }
  response.writeHead(303, { location: payment.successUrl }).end();
}

function form({ valueCents }: AsaasPayment, problem: string): string {
  return `<h1>Cobrança de R$ ${reais(valueCents).toFixed(2).replace('.', ',')}</h1>
    <p role="alert">${problem}</p>
    <form method="post"><label>Número do cartão <input name="number" inputmode="numeric" required></label>
    <button type="submit">Pagar</button></form>`;
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><html lang="pt-BR"><meta name="viewport" content="width=device-width">
    <title>Fatura</title><main>${body}</main></html>`);
}

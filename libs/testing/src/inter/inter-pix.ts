import type { InterBookedCob, InterChargeBooks, InterReceivedPix } from './inter-charges';
import { InterRefusal, refuse, type InterRequest } from './inter-parts';
import { buildBrCode } from './inter-slip';

/** What of `/pix/v2` a store needs: charges, what came in, returns, and the callback address of its key. */
export function pixRoute(
  books: InterChargeBooks,
  webhooks: Map<string, string>,
  { method, path, query, body }: InterRequest,
  now: Date,
): object | undefined {
  const [place, id = '', sub, subId = ''] = path;
  switch (`${method} ${place ?? ''}${id === '' ? '' : '/:id'}${sub === undefined ? '' : `/${sub}`}`) {
    case 'PUT cob/:id':
      return toCob(books, putCob(books, id, body, now));
    case 'GET cob/:id': {
      const known = books.cobs.find(({ txid }) => txid === id);
      if (!known) throw new InterRefusal(404, 'Cobrança não encontrada');
      return toCob(books, known);
    }
    case 'GET pix':
      return listReceived(books, query);
    case 'PUT pix/:id/devolucao':
      return putReturn(books, id, subId, body);
    case 'GET pix/:id/devolucao': {
      const known = findPix(books, id).returns.get(subId);
      if (!known) throw new InterRefusal(404, 'Devolução não encontrada');
      return toReturn(subId, id, known);
    }
    case 'PUT webhook/:id':
      if (typeof body['webhookUrl'] !== 'string') refuse('Webhook inválido', 'webhookUrl');
      webhooks.set(id, body['webhookUrl']);
      return {};
    case 'GET webhook/:id': {
      const webhookUrl = webhooks.get(id);
      if (webhookUrl === undefined) throw new InterRefusal(404, 'Webhook não encontrado');
      return { webhookUrl, chave: id };
    }
    case 'DELETE webhook/:id':
      webhooks.delete(id);
      return {};
    default:
      return undefined;
  }
}

type Fields = Readonly<Record<string, unknown>>;

function putCob(books: InterChargeBooks, txid: string, body: Fields, now: Date): InterBookedCob {
  if (!/^[a-zA-Z0-9]{26,35}$/.test(txid) || books.cobs.some((known) => known.txid === txid)) {
    refuse('Requisição inválida', 'txid');
  }
  const { valor, calendario, chave } = body as { valor?: Fields; calendario?: Fields; chave?: unknown };
  const original = valor?.['original'];
  if (typeof original !== 'string' || !/^\d{1,10}\.\d\d$/.test(original)) refuse('Requisição inválida', 'valor');
  const seconds = calendario?.['expiracao'];
  if (typeof seconds !== 'number' || typeof chave !== 'string') refuse('Requisição inválida', 'chave');
  const cob = { txid, valueCents: Math.round(Number(original) * 100), at: now, seconds };
  books.cobs.push(cob);
  return cob;
}

function toCob({ received }: InterChargeBooks, { txid, valueCents, at, seconds }: InterBookedCob): object {
  const pix = received.filter((one) => one.txid === txid).map(toTransfer);
  const location = `spi-qrcode.bancointer.example/${txid}`;
  return {
    ...{ txid, location, pixCopiaECola: buildBrCode(location) },
    status: pix.length > 0 ? 'CONCLUIDA' : 'ATIVA',
    calendario: { criacao: at.toISOString(), expiracao: seconds },
    valor: { original: (valueCents / 100).toFixed(2) },
    ...(pix.length > 0 && { pix }),
  };
}

function toTransfer({ endToEndId, txid, valueCents, at }: InterReceivedPix): object {
  return { endToEndId, txid, valor: (valueCents / 100).toFixed(2), horario: at.toISOString() };
}

function listReceived({ received, listsBoletoPix }: InterChargeBooks, query: URLSearchParams): object {
  const [from, until] = [query.get('inicio'), query.get('fim')].map((text) => Date.parse(text ?? ''));
  if (from === undefined || until === undefined || Number.isNaN(from + until)) refuse('Requisição inválida', 'inicio');
  const txid = query.get('txid');
  const pix = received
    .filter(({ at }) => listsBoletoPix && at.getTime() >= from && at.getTime() <= until)
    .filter((one) => txid === null || one.txid === txid)
    .map(toTransfer);
  return { parametros: { paginacao: { quantidadeDePaginas: 1 } }, pix };
}

function findPix({ received }: InterChargeBooks, endToEndId: string) {
  const found = received.find((one) => one.endToEndId === endToEndId);
  if (!found) throw new InterRefusal(404, 'Pix não encontrado');
  return found;
}

function putReturn(
  books: InterChargeBooks,
  endToEndId: string,
  id: string,
  { valor }: Readonly<Record<string, unknown>>,
): object {
  const pix = findPix(books, endToEndId);
  const valueCents = typeof valor === 'string' ? Math.round(Number(valor) * 100) : 0;
  const returned = [...pix.returns.values()].reduce((sum, one) => sum + one.valueCents, 0);
  if (pix.returns.has(id)) throw new InterRefusal(409, 'Devolução repetida');
  if (valueCents <= 0 || returned + valueCents > pix.valueCents) refuse('Valor inválido', 'valor');
  const made = { valueCents, status: 'DEVOLVIDO' };
  pix.returns.set(id, made);
  return toReturn(id, endToEndId, made);
}

function toReturn(
  id: string,
  endToEndId: string,
  made: { readonly valueCents: number; readonly status: string },
): object {
  return {
    id,
    rtrId: `D${endToEndId.slice(1)}`,
    valor: (made.valueCents / 100).toFixed(2),
    natureza: 'ORIGINAL',
    status: made.status,
  };
}

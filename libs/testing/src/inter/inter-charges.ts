import { centavos, dayAt, daysAfter, hex, InterRefusal, isDay, refuse, type InterRequest } from './inter-parts';
import { buildBrCode, ourNumber, buildSlip } from './inter-slip';

export type InterSituation =
  | 'EM_PROCESSAMENTO'
  | 'A_RECEBER'
  | 'RECEBIDO'
  | 'MARCADO_RECEBIDO'
  | 'ATRASADO'
  | 'CANCELADO'
  | 'EXPIRADO'
  | 'FALHA_EMISSAO';

/** A charge (cobrança v3) as the books have it. */
export interface InterBookedCharge {
  readonly id: string;
  readonly seuNumero: string;
  readonly valueCents: number;
  readonly dueDate: string;
  readonly lastDay: string;
  readonly order: Readonly<Record<string, unknown>>;
  readonly issuedOn: string;
  readonly txid: string;
  situation: InterSituation;
  situationDay: string;
  receivedCents: number;
  origin: 'BOLETO' | 'PIX' | undefined;
  /** How many reads still find it EM_PROCESSAMENTO. */
  processingReads: number;
}

export interface InterChargeBooks {
  readonly charges: InterBookedCharge[];
  webhookUrl: string | undefined;
  /** Reads after which a new charge is registered. @default 1: Inter registers after it answers */
  processingReads: number;
  /** What becomes of the next registrations. */
  failsToRegister: boolean;
}

export const newChargeBooks = (): InterChargeBooks => ({
  charges: [],
  webhookUrl: undefined,
  processingReads: 1,
  failsToRegister: false,
});

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const fields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** `/cobranca/v3/cobrancas`. Undefined for a route of another. */
export function chargeRoute(books: InterChargeBooks, request: InterRequest, now: Date): object | undefined {
  const { method, path, query, body } = request;
  const [place, id = '', sub] = path;
  if (place !== 'cobrancas') return undefined;
  if (id === 'webhook') return webhookRoute(books, method, body);
  age(books, now);
  switch (`${method} ${id === '' ? '' : ':id'}${sub === undefined ? '' : `/${sub}`}`) {
    case 'POST ':
      return { codigoSolicitacao: issue(books, body, now).id };
    case 'GET ':
      return list(books, query);
    case 'GET :id':
      return shown(read(books, id));
    case 'POST :id/cancelar': {
      const charge = find(books, id);
      if (!text(body['motivoCancelamento'])) refuse('Requisição inválida', 'motivoCancelamento');
      if (!['A_RECEBER', 'ATRASADO', 'EM_PROCESSAMENTO'].includes(charge.situation))
        refuse('Cobrança não pode ser cancelada');
      Object.assign(charge, { situation: 'CANCELADO', situationDay: dayAt(now) });
      return {};
    }
    default:
      return undefined;
  }
}

function webhookRoute(books: InterChargeBooks, method: string, body: Readonly<Record<string, unknown>>): object {
  if (method === 'PUT') {
    const url = text(body['webhookUrl']);
    if (!url?.startsWith('https://')) refuse('Webhook inválido', 'webhookUrl');
    books.webhookUrl = url;
    return {};
  }
  if (method === 'DELETE') {
    books.webhookUrl = undefined;
    return {};
  }
  if (books.webhookUrl === undefined) throw new InterRefusal(404, 'Webhook não encontrado');
  return { webhookUrl: books.webhookUrl };
}

function issue(books: InterChargeBooks, order: Readonly<Record<string, unknown>>, now: Date): InterBookedCharge {
  const { seuNumero, dataVencimento, numDiasAgenda, formasRecebimento } = order;
  if (typeof seuNumero !== 'string' || !/^[A-Za-z0-9]{1,15}$/.test(seuNumero))
    refuse('Requisição inválida', 'seuNumero');
  const valueCents = centavos(order['valorNominal'], 'valorNominal');
  if (valueCents < 250) refuse('Valor abaixo do mínimo', 'valorNominal');
  const issuedOn = dayAt(now);
  if (!isDay(dataVencimento) || dataVencimento < issuedOn) refuse('Requisição inválida', 'dataVencimento');
  const days = typeof numDiasAgenda === 'number' ? numDiasAgenda : NaN;
  if (!Number.isInteger(days) || days < 0 || days > 60) refuse('Requisição inválida', 'numDiasAgenda');
  checkPayer(order['pagador']);
  checkLateTerms(order);
  const ways = Array.isArray(formasRecebimento) ? formasRecebimento : ['BOLETO'];
  if (!ways.includes('BOLETO')) refuse('Requisição inválida', 'formasRecebimento');
  const id = `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`;
  const charge: InterBookedCharge = {
    id,
    seuNumero,
    valueCents,
    dueDate: dataVencimento,
    lastDay: daysAfter(dataVencimento, days),
    order,
    issuedOn,
    txid: hex(32),
    situation: 'EM_PROCESSAMENTO',
    situationDay: issuedOn,
    receivedCents: 0,
    origin: undefined,
    processingReads: books.processingReads,
  };
  books.charges.push(charge);
  return charge;
}

function checkPayer(value: unknown): void {
  const payer = fields(value);
  for (const name of ['nome', 'endereco', 'cidade', 'uf']) {
    if (text(payer[name]) === undefined) refuse('Requisição inválida', `pagador.${name}`);
  }
  if (!/^[A-Z]{2}$/.test(text(payer['uf']) ?? '')) refuse('Requisição inválida', 'pagador.uf');
  if (!/^\d{8}$/.test(text(payer['cep']) ?? '')) refuse('Requisição inválida', 'pagador.cep');
  const length = payer['tipoPessoa'] === 'FISICA' ? 11 : payer['tipoPessoa'] === 'JURIDICA' ? 14 : 0;
  if (text(payer['cpfCnpj'])?.length !== length) refuse('Requisição inválida', 'pagador.cpfCnpj');
}

function checkLateTerms({ multa, mora }: Readonly<Record<string, unknown>>): void {
  const fine = fields(multa);
  if (multa !== undefined && fine['codigo'] === 'VALORFIXO') centavos(fine['valor'], 'multa.valor');
  else if (multa !== undefined && fine['codigo'] === 'PERCENTUAL') centavos(fine['taxa'], 'multa.taxa');
  else if (multa !== undefined) refuse('Requisição inválida', 'multa.codigo');
  if (mora === undefined) return;
  if (fields(mora)['codigo'] !== 'TAXAMENSAL') refuse('Requisição inválida', 'mora.codigo');
  centavos(fields(mora)['taxa'], 'mora.taxa');
}

function list(books: InterChargeBooks, query: URLSearchParams): object {
  const [from, until] = [query.get('dataInicial') ?? '', query.get('dataFinal') ?? ''];
  if (!isDay(from) || !isDay(until)) refuse('Requisição inválida', 'dataInicial');
  if (query.get('filtrarDataPor') !== 'EMISSAO') refuse('Requisição inválida', 'filtrarDataPor');
  const wanted = query.get('seuNumero');
  const found = books.charges.filter(
    ({ issuedOn, seuNumero }) => issuedOn >= from && issuedOn <= until && (wanted === null || seuNumero === wanted),
  );
  const page = Number(query.get('paginacao.paginaAtual') ?? 0);
  const size = Number(query.get('paginacao.itensPorPagina') ?? 100);
  const cobrancas = found.slice(page * size, (page + 1) * size).map(shown);
  return { totalPaginas: Math.ceil(found.length / size), totalElementos: found.length, cobrancas };
}

function find(books: InterChargeBooks, id: string): InterBookedCharge {
  const charge = books.charges.find((known) => known.id === id);
  if (!charge) throw new InterRefusal(404, 'Cobrança não encontrada');
  return charge;
}

/** A read lets time pass for what is being registered. */
function read(books: InterChargeBooks, id: string): InterBookedCharge {
  const charge = find(books, id);
  if (charge.situation !== 'EM_PROCESSAMENTO') return charge;
  if (charge.processingReads > 0) charge.processingReads -= 1;
  else charge.situation = books.failsToRegister ? 'FALHA_EMISSAO' : 'A_RECEBER';
  return charge;
}

/** At midnight of São Paulo what is due becomes overdue, and what was payable to the last day expires. */
function age({ charges }: InterChargeBooks, now: Date): void {
  const today = dayAt(now);
  for (const charge of charges) {
    if (charge.situation === 'A_RECEBER' && charge.dueDate < today) charge.situation = 'ATRASADO';
    if (charge.situation === 'ATRASADO' && charge.lastDay < today) charge.situation = 'EXPIRADO';
  }
}

function shown(charge: InterBookedCharge): object {
  const { id, seuNumero, valueCents, dueDate, situation, situationDay, receivedCents, origin, order, issuedOn } =
    charge;
  const nossoNumero = ourNumber(id);
  const isNumbered = situation !== 'EM_PROCESSAMENTO' && situation !== 'FALHA_EMISSAO';
  return {
    cobranca: {
      codigoSolicitacao: id,
      seuNumero,
      dataEmissao: issuedOn,
      dataVencimento: dueDate,
      valorNominal: valueCents / 100,
      tipoCobranca: 'SIMPLES',
      situacao: situation,
      dataSituacao: situationDay,
      ...(origin && { valorTotalRecebido: (receivedCents / 100).toFixed(2), origemRecebimento: origin }),
      multa: order['multa'],
      mora: order['mora'],
      arquivada: false,
    },
    ...(isNumbered && {
      boleto: { nossoNumero, ...buildSlip(nossoNumero, dueDate, valueCents) },
      pix: { txid: charge.txid, pixCopiaECola: buildBrCode(`spi-qrcode.bancointer.example/${charge.txid}`) },
    }),
  };
}

export interface InterPaying {
  readonly valueCents?: number;
  readonly byPix?: boolean;
  /** The day on which Inter knows it. @default today */
  readonly knownOn?: string;
}

/** A payer pays the newest charge with this `seuNumero`, or id. */
export function payCharge(
  books: InterChargeBooks,
  name: string,
  now: Date,
  { valueCents, byPix = false, knownOn = dayAt(now) }: InterPaying,
): InterBookedCharge {
  const charge = books.charges.findLast(({ id, seuNumero }) => id === name || seuNumero === name);
  if (!charge) throw new Error(`no charge of ${name}`);
  return Object.assign(charge, {
    situation: 'RECEBIDO',
    situationDay: knownOn,
    receivedCents: valueCents ?? charge.valueCents,
    origin: byPix ? 'PIX' : 'BOLETO',
  } as const);
}

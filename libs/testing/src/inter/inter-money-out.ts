import { randomUUID } from 'node:crypto';
import { dayAt, hex, InterRefusal, isDay, refuse, type InterRequest } from './inter-parts';

/** A Pix that Inter was asked to send. */
export interface InterSent {
  readonly codigoSolicitacao: string;
  readonly endToEndId: string;
  readonly cents: number;
  /** Key, or code of a charge. */
  readonly receiver: string;
  readonly descricao: string;
  readonly at: Date;
  status: string;
  /** Of the Pix system, after FALHA. */
  errorCode: string | undefined;
}

/** Money out of an account at Inter, written from the description of its API alone. */
export interface InterMoneyOut {
  /** Oldest first. */
  readonly sent: InterSent[];
  /** By the key of the request. */
  readonly byKey: Map<string, InterSent>;
  readonly unknownKeys: Set<string>;
  /** Of `pix-pagamento`. */
  webhookUrl: string | undefined;
  /** From this amount on a person at the bank must approve; undefined: nothing waits. */
  approvalFromCents: number | undefined;
  /** How many lines a page of the statement has at most. */
  linesMax: number;
  /** The status changes, and Inter calls its address. */
  end(codigoSolicitacao: string, status: string, errorCode?: string): Promise<void>;
}

export function newMoneyOut(now: () => Date, deliver: (url: string, body: object) => Promise<void>): InterMoneyOut {
  const out: InterMoneyOut = {
    sent: [],
    byKey: new Map(),
    unknownKeys: new Set(),
    webhookUrl: undefined,
    approvalFromCents: undefined,
    linesMax: 100,
    end: async (codigoSolicitacao, status, errorCode) => {
      const one = find(out, codigoSolicitacao);
      one.status = status;
      one.errorCode = errorCode;
      if (out.webhookUrl === undefined) return;
      // Its amount and status are never the truth, and it names the Pix alone.
      const told = {
        endToEnd: one.endToEndId,
        valor: '99999.99',
        status: 'PAGO',
        dataHoraMovimento: now().toISOString(),
      };
      await deliver(out.webhookUrl, [told]);
    },
  };
  return out;
}

function find({ sent }: InterMoneyOut, codigoSolicitacao: string): InterSent {
  const one = sent.find((known) => known.codigoSolicitacao === codigoSolicitacao);
  if (!one) throw new InterRefusal(404, 'Pagamento não encontrado');
  return one;
}

/** The same beside another stand-in of the bank: undefined for what is not of `/banking/v2`. */
export function interSending(out: InterMoneyOut, now: () => Date) {
  return (asked: InterRequest): { readonly status: number; readonly body?: object } | undefined => {
    const [api, version, ...path] = asked.path;
    if (api !== 'banking' || version !== 'v2') return undefined;
    try {
      const body = moneyOutRoute(out, { ...asked, path }, now());
      return body ? { status: 200, body } : { status: 404 };
    } catch (error) {
      if (!(error instanceof InterRefusal)) throw error;
      const { status, title } = error;
      return { status, body: { title, detail: title, timestamp: now().toISOString(), violacoes: [] } };
    }
  };
}

/** `/banking/v2`. */
export function moneyOutRoute(out: InterMoneyOut, asked: InterRequest, now: Date): object | undefined {
  const [place = '', id, ...rest] = asked.path;
  if (rest.length > 0) return undefined;
  switch (`${asked.method} ${place}${id === undefined ? '' : '/:id'}`) {
    case 'POST pix':
      return toAnswer(send(out, asked, now), now);
    case 'GET pix/:id':
      return shown(find(out, id ?? ''));
    case 'GET extrato/:id':
      return id === 'completo' ? statement(out, asked.query) : undefined;
    case 'PUT webhooks/:id':
      if (id !== 'pix-pagamento' || typeof asked.body['webhookUrl'] !== 'string')
        refuse('Webhook inválido', 'webhookUrl');
      out.webhookUrl = asked.body['webhookUrl'];
      return {};
    default:
      return undefined;
  }
}

/** A repeat of a key gets the first answer, whatever else it says. */
function send(out: InterMoneyOut, { headers, body }: InterRequest, now: Date): InterSent {
  const key = headers['x-id-idempotente'];
  if (typeof key !== 'string' || !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key)) {
    refuse('Chave de idempotência inválida', 'x-id-idempotente');
  }
  const known = out.byKey.get(key);
  if (known) return known;
  const { valor, dataPagamento, descricao } = body;
  const cents = typeof valor === 'string' && /^\d{1,13}\.\d\d$/.test(valor) ? Math.round(Number(valor) * 100) : 0;
  if (cents <= 0) refuse('Valor inválido', 'valor');
  if (!isDay(dataPagamento) || dataPagamento < dayAt(now)) refuse('Data inválida', 'dataPagamento');
  if (typeof descricao !== 'string' || descricao.length > 140) refuse('Descrição inválida', 'descricao');
  const waits = out.approvalFromCents !== undefined && cents >= out.approvalFromCents;
  const one: InterSent = {
    codigoSolicitacao: randomUUID(),
    endToEndId: `E00416968${now.toISOString().replace(/\D/g, '').slice(0, 12)}${hex(11)}`,
    cents,
    receiver: readReceiver(out, body['destinatario']),
    descricao,
    at: now,
    status: waits ? 'AGUARDANDO_APROVACAO' : 'TRANSACAO_CRIADA',
    errorCode: undefined,
  };
  out.byKey.set(key, one);
  out.sent.push(one);
  return one;
}

function readReceiver({ unknownKeys }: InterMoneyOut, destinatario: unknown): string {
  const { tipo, chave, pixCopiaECola } = (destinatario ?? {}) as Readonly<Record<string, unknown>>;
  if (tipo === 'PIX_COPIA_E_COLA' && typeof pixCopiaECola === 'string' && pixCopiaECola !== '') return pixCopiaECola;
  if (tipo !== 'CHAVE' || typeof chave !== 'string' || unknownKeys.has(chave))
    refuse('Chave inválida', 'destinatario.chave');
  return chave;
}

function toAnswer({ codigoSolicitacao, endToEndId, status }: InterSent, now: Date): object {
  const day = dayAt(now);
  // One that waits is no Pix yet.
  if (status === 'AGUARDANDO_APROVACAO') return { tipoRetorno: 'APROVACAO', codigoSolicitacao, dataPagamento: day };
  return { tipoRetorno: 'PROCESSADO', codigoSolicitacao, endToEndId, dataPagamento: day, dataOperacao: day };
}

function shown({ codigoSolicitacao, endToEndId, cents, receiver, status, errorCode, at }: InterSent): object {
  const erros = errorCode === undefined ? [] : [{ codigoErro: errorCode, descricaoErro: 'Conta de Ana Souza' }];
  return {
    transacaoPix: {
      codigoSolicitacao,
      status,
      valor: cents / 100,
      chave: receiver,
      recebedor: { nome: 'Ana Souza', cpfCnpj: '***982247**' },
      dataHoraSolicitacao: at.toISOString(),
      erros,
      ...(status !== 'AGUARDANDO_APROVACAO' && { endToEnd: endToEndId }),
    },
    historico: [{ status, dataHoraEvento: at.toISOString() }],
  };
}

const unpaid: ReadonlySet<string> = new Set(['AGUARDANDO_APROVACAO', 'REPROVADO', 'EXPIRADO', 'CANCELADO', 'FALHA']);

/** The debits of these days; what waits for approval is none. */
function statement({ sent, linesMax }: InterMoneyOut, query: URLSearchParams): object {
  const [from, to] = [query.get('dataInicio'), query.get('dataFim')];
  if (!isDay(from) || !isDay(to) || from > to) refuse('Período inválido', 'dataInicio');
  const lines = sent.filter(({ at, status }) => dayAt(at) >= from && dayAt(at) <= to && !unpaid.has(status));
  const size = Math.min(linesMax, Number(query.get('tamanhoPagina')));
  const first = Number(query.get('pagina')) * size;
  const page = lines.slice(first, first + size).map(({ endToEndId, cents, descricao, at }) => ({
    dataTransacao: dayAt(at),
    tipoTransacao: 'PIX',
    tipoOperacao: 'D',
    valor: (cents / 100).toFixed(2),
    titulo: 'Pix enviado',
    descricao: 'PIX ENVIADO',
    detalhes: { tipoDetalhe: 'PIX', endToEndId, descricaoPix: descricao },
  }));
  return { totalElementos: lines.length, ultimaPagina: first + size >= lines.length, transacoes: page };
}

import { efiPixId, named, problem, reais, type EfiAnswer, type EfiRequest, type EfiRoute } from './efi-parts';

/** A Pix that Efí was asked to send. */
export interface EfiSent {
  readonly idEnvio: string;
  readonly endToEndId: string;
  readonly valor: string;
  /** Of the receiver. */
  readonly chave: string;
  readonly infoPagador: string | undefined;
  readonly solicitacao: string;
  status: 'EM_PROCESSAMENTO' | 'REALIZADO' | 'NAO_REALIZADO';
  readonly devolucoes: { readonly rtrId: string; readonly valor: string; readonly horario: string }[];
}

/** Money out of an account at Efí, written from the description of its API alone. */
export interface EfiMoneyOut {
  readonly route: EfiRoute;
  /** Oldest first. */
  readonly sent: readonly EfiSent[];
  /** The tax id of whom a key is; a key that is not here is anybody's, and matches no tax id. */
  readonly owners: Map<string, string>;
  readonly unknownKeys: Set<string>;
  /** What a code of one charge costs, `valor` as Efí shows it. */
  readonly codes: Map<string, Readonly<Record<string, unknown>>>;
  /** Whether the form was filled in and sending released. */
  isReleased: boolean;
  /** How often orders came while another was under way: Efí wants them one after the other. */
  overlaps: number;
  begin(): void;
  done(): void;
  /** A Pix ends, and Efí calls the address of its key. */
  end(idEnvio: string, status: 'REALIZADO' | 'NAO_REALIZADO'): Promise<void>;
  /** The receiver sends a part back. */
  giveBack(idEnvio: string, valor: string): Promise<void>;
}

interface Account {
  readonly pixKey: string;
  readonly webhooks: ReadonlyMap<string, string>;
  readonly now: () => Date;
  /** Calls a registered address. */
  readonly deliver: (url: string, body: object) => Promise<void>;
}

export function efiMoneyOut(account: Account): EfiMoneyOut {
  const sent: EfiSent[] = [];
  let underWay = 0;
  const find = (idEnvio: string) => sent.find((one) => one.idEnvio === idEnvio);
  const found = (idEnvio: string): EfiSent => {
    const one = find(idEnvio);
    if (!one) throw new Error(`no Pix ${idEnvio}`);
    return one;
  };
  const out: EfiMoneyOut = {
    route: (asked) => routes(asked, account, out, sent),
    sent,
    owners: new Map(),
    unknownKeys: new Set(),
    codes: new Map(),
    isReleased: true,
    overlaps: 0,
    begin: () => {
      underWay += 1;
      if (underWay > 1) out.overlaps += 1;
    },
    done: () => {
      underWay -= 1;
    },
    end: async (idEnvio, status) => {
      found(idEnvio).status = status;
      await tell(account, found(idEnvio));
    },
    giveBack: async (idEnvio, valor) => {
      const horario = account.now().toISOString();
      found(idEnvio).devolucoes.push({ rtrId: efiPixId(account.now(), 'D'), valor, horario });
      await tell(account, found(idEnvio));
    },
  };
  return out;
}

/** One body may name what was received, what was returned and what was sent. Its amounts are never the truth. */
async function tell({ webhooks, pixKey, deliver }: Account, { idEnvio, endToEndId, status }: EfiSent): Promise<void> {
  const url = webhooks.get(pixKey);
  if (url === undefined) return;
  const received = { endToEndId: efiPixId(new Date(0)), txid: 'a'.repeat(32), chave: pixKey, valor: '99999.99' };
  const isSent = { tipo: 'SOLICITACAO', chave: pixKey, valor: '99999.99', horario: null, gnExtras: { idEnvio } };
  await deliver(url, { pix: [received, { endToEndId, status, ...isSent }] });
}

function routes(asked: EfiRequest, account: Account, out: EfiMoneyOut, sent: EfiSent[]): EfiAnswer | undefined {
  const [version, gn, pix, ...rest] = asked.path;
  if (gn !== 'gn') return undefined;
  const name = `${asked.method} ${version ?? ''} ${pix ?? ''}`;
  if (name === 'PUT v3 pix' && rest.length === 1) return putKey(asked, account, out, sent);
  if (name === 'PUT v2 pix' && rest[1] === 'qrcode') return putCode(asked, account, out, sent);
  if (name === 'POST v2 qrcodes' && rest[0] === 'detalhar') return showCode(asked, out);
  if (name !== 'GET v2 pix' || rest[0] !== 'enviados') return undefined;
  const [, place = '', id] = rest;
  const one = sent.find((known) => (place === 'id-envio' ? known.idEnvio === id : known.endToEndId === place));
  return one ? { status: 200, body: shown(one) } : problem(404, 'PixEnviadoNaoEncontrado');
}

function shown({ solicitacao, infoPagador, devolucoes, ...one }: EfiSent): object {
  const liquidacao = one.status === 'REALIZADO' ? { liquidacao: solicitacao } : {};
  return {
    ...one,
    ...(infoPagador !== undefined && { infoPagador }),
    horario: { solicitacao, ...liquidacao },
    favorecido: { chave: one.chave },
    ...(devolucoes.length > 0 && { devolucoes }),
  };
}

interface Wanted {
  readonly valor: string;
  readonly chave: string;
}

function putKey(asked: EfiRequest, account: Account, out: EfiMoneyOut, sent: EfiSent[]): EfiAnswer {
  const { valor, favorecido } = asked.body as { valor?: unknown; favorecido?: Record<string, unknown> };
  const chave = favorecido?.['chave'];
  if (typeof chave !== 'string' || (/^\d{10,13}$/.test(chave) && chave.length !== 11))
    return named(400, 'chave_invalida');
  const cents = reais(valor);
  if (cents === undefined || cents === 0) return named(400, 'valor_invalido');
  if (out.unknownKeys.has(chave)) return named(404, 'chave_favorecido_nao_encontrada');
  const owner = favorecido?.['cpf'] ?? favorecido?.['cnpj'];
  if (owner !== undefined && out.owners.get(chave) !== owner) return named(400, 'chave_nao_pertence_ao_documento');
  return put(asked, account, out, sent, { valor: String(valor), chave });
}

function putCode(asked: EfiRequest, account: Account, out: EfiMoneyOut, sent: EfiSent[]): EfiAnswer {
  const { pixCopiaECola } = asked.body;
  const code = out.codes.get(String(pixCopiaECola));
  if (!code || 'valor' in asked.body) return named(400, 'qrcode_invalido');
  return put(asked, account, out, sent, { valor: String(code['final'] ?? code['original']), chave: 'de-um-codigo' });
}

function put(asked: EfiRequest, account: Account, out: EfiMoneyOut, sent: EfiSent[], wanted: Wanted): EfiAnswer {
  const idEnvio = asked.path[3] ?? '';
  const { pagador } = asked.body as { pagador?: Record<string, unknown> };
  if (!/^[a-zA-Z0-9]{1,35}$/.test(idEnvio)) return named(400, 'json_invalido');
  if (sent.some((one) => one.idEnvio === idEnvio)) return named(409, 'id_envio_duplicado');
  const info = pagador?.['infoPagador'];
  if (info !== undefined && (typeof info !== 'string' || info.length > 140)) return named(400, 'json_invalido');
  // Sending wants a callback address at the paying key.
  const canSend = out.isReleased && pagador?.['chave'] === account.pixKey && account.webhooks.has(account.pixKey);
  if (!canSend) return named(422, 'pagamento_negado');
  const solicitacao = account.now().toISOString();
  const one: EfiSent = {
    ...wanted,
    idEnvio,
    endToEndId: efiPixId(account.now()),
    infoPagador: info,
    solicitacao,
    status: 'EM_PROCESSAMENTO',
    devolucoes: [],
  };
  sent.push(one);
  const { endToEndId: e2eId, valor, status } = one;
  return { status: 201, body: { idEnvio, e2eId, valor, horario: { solicitacao }, status } };
}

function showCode({ body }: EfiRequest, { codes }: EfiMoneyOut): EfiAnswer {
  const valor = codes.get(String(body['pixCopiaECola']));
  return valor ? { status: 200, body: { tipoCob: 'cob', valor, status: 'ATIVA' } } : named(400, 'qrcode_invalido');
}

import { randomUUID } from 'node:crypto';
import { Refusal, type Problem } from './fake-bank-parts';

/** A request as a bank sees it. */
export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** What a bank gave its customer. */
export interface Given {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** How one bank differs from the standard: what it refuses and how it answers, as integrators report it. */
export interface Manners {
  /** Of the API, at its host. */
  readonly prefix: string;
  readonly tokenPath: string;
  /** Whether tokens come from another host than the API. */
  readonly hasTokenHost: boolean;
  /** Throws a Refusal unless a token is asked for as this bank wants it. */
  readonly checkGrant: (asked: Asked, given: Given) => void;
  /** Whether a token is for the scopes that it names; else for all. */
  readonly hasScopes: boolean;
  /** Throws a Refusal of a call that lacks what this bank wants. */
  readonly checkCall: (asked: Asked, given: Given) => void;
  readonly patchPrefix: string;
  /** Where charges with a code are made; elsewhere they get none. */
  readonly codeAt: string;
  readonly codeName: string;
  readonly createdStatus: 200 | 201;
  readonly removed: string;
  /** The answer to a refusal. */
  readonly refusal: (problem: Problem, resource: string) => { readonly status: number; readonly answer: object };
  /** Other changes of a charge that is shown. */
  readonly shown: (charge: object) => object;
  /** Whether the transfers of a charge are only in the list, and its status late. */
  readonly isStale: boolean;
}

const denied = (title: string): never => {
  throw new Refusal({ status: 401, type: 'AcessoNegado', title });
};
const lacks = (title: string): never => {
  throw new Refusal({ status: 400, type: 'RequisicaoInvalida', title });
};

type Fields = Readonly<Record<string, string | undefined>>;
const isForm = ({ headers }: Asked): boolean => headers['content-type'] === 'application/x-www-form-urlencoded';
const formOf = (asked: Asked): Fields =>
  isForm(asked) ? Object.fromEntries(new URLSearchParams(asked.body)) : denied('Não é um formulário');

function checkBasic({ headers }: Asked, { clientId, clientSecret }: Given): void {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  if (headers.authorization !== `Basic ${basic}`) denied('Credenciais inválidas');
}

function checkForm(asked: Asked, wanted: Fields): void {
  if (asked.method !== 'POST') denied('Só POST');
  const form = formOf(asked);
  const { scope: wantsScope, ...exact } = { scope: '', ...wanted };
  for (const [name, value] of Object.entries(exact)) if (form[name] !== value) denied(`Falta ${name}`);
  const stranger = Object.keys(form).find((name) => name !== 'scope' && !(name in exact));
  if (stranger !== undefined) denied(`Sobra ${stranger}`);
  if ((form['scope'] !== undefined) !== (wantsScope === 'yes')) denied('Escopo');
}

const grant_type = 'client_credentials';
const basicForm = (scope: 'yes' | 'no') => (asked: Asked, given: Given) => {
  checkBasic(asked, given);
  checkForm(asked, { grant_type, scope });
};
const inBody = (wanted: (given: Given) => Fields) => (asked: Asked, given: Given) => {
  if (asked.headers.authorization !== undefined) denied('Credenciais vão no corpo');
  checkForm(asked, wanted(given));
};

function rfc7807({ status, type, title }: Problem) {
  const violacoes = [{ razao: title, propriedade: 'segredo', valor: '123.456.789-09' }];
  const detail = `${title} 12345678909`;
  return { status, answer: { type: `https://pix.bcb.gov.br/api/v2/error/${type}`, title, status, detail, violacoes } };
}

export const standardManners: Manners = {
  prefix: '/api/v2',
  tokenPath: '/oauth/token',
  hasTokenHost: false,
  checkGrant: basicForm('yes'),
  hasScopes: true,
  checkCall: () => undefined,
  patchPrefix: '/api/v2',
  codeAt: '',
  codeName: 'pixCopiaECola',
  createdStatus: 201,
  removed: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
  refusal: rfc7807,
  shown: (charge) => charge,
  isStale: false,
};

const at = (prefix: string): Pick<Manners, 'prefix' | 'patchPrefix'> => ({ prefix, patchPrefix: prefix });
const uuids = new Set<string>();

const efiNames: Readonly<Record<string, readonly [status: number, nome: string]>> = {
  CobNaoEncontrado: [404, 'cobranca_nao_encontrada'],
  CobOperacaoInvalida: [400, 'status_cobranca_invalido'],
  PixNaoEncontrado: [404, 'pix_nao_encontrado'],
  PixDevolucaoNaoEncontrada: [400, 'devolucao_nao_encontrada'],
  PixDevolucaoInvalida: [400, 'valor_invalido'],
  PixDevolucaoRepetida: [409, 'devolucao_id_duplicado'],
  WebhookOperacaoInvalida: [400, 'webhook_invalido'],
  RequisicaoInvalida: [400, 'json_invalido'],
};

/** RFC 7807 of charges with a due date alone. */
function efiRefusal(problem: Problem, resource: string) {
  const [status, nome] = efiNames[problem.type] ?? [problem.status, 'acesso_invalido_a_api'];
  return resource === 'cobv' ? rfc7807(problem) : { status, answer: { nome, mensagem: problem.title } };
}

/** By the code of the bank. */
export const mannersOf = {
  EFI: {
    ...standardManners,
    ...at('/v2'),
    hasScopes: false,
    checkGrant: (asked, given) => {
      checkBasic(asked, given);
      const isJson = asked.headers['content-type'] === 'application/json';
      if (!isJson || asked.body !== JSON.stringify({ grant_type })) denied('JSON com grant_type, e só');
    },
    checkCall: ({ method, url, headers, body }) => {
      const isRegistration = method === 'PUT' && url.pathname.startsWith('/v2/webhook');
      if (isRegistration && headers['x-skip-mtls-checking'] !== 'true')
        throw new Refusal({ status: 400, type: 'WebhookOperacaoInvalida', title: 'A URL não pediu o certificado' });
      if (method !== 'PUT' || !url.pathname.startsWith('/v2/cobv/')) return;
      const { devedor = {} } = JSON.parse(body) as { devedor?: Fields };
      const isWhole = [devedor['logradouro'], devedor['cidade'], devedor['uf'], devedor['cep']].every(Boolean);
      if (!isWhole) throw new Refusal({ status: 400, type: 'CobVOperacaoInvalida', title: 'Falta o endereço' });
    },
    refusal: efiRefusal,
  },
  INTER: {
    ...standardManners,
    ...at('/pix/v2'),
    tokenPath: '/oauth/v2/token',
    checkGrant: inBody(({ clientId: client_id, clientSecret: client_secret }) => ({
      client_id,
      client_secret,
      grant_type,
      scope: 'yes',
    })),
    checkCall: ({ headers }) => {
      if (headers['x-conta-corrente'] !== '1234567') lacks('x-conta-corrente');
    },
    removed: 'REMOVIDO_PELO_USUARIO_RECEBEDOR',
    refusal: ({ status, title }) => ({
      status,
      answer: { title, detail: title, timestamp: '2026-11-28T12:00:00.000-03:00', violacoes: [] },
    }),
  },
  ITAU: {
    ...standardManners,
    ...at('/pix_recebimentos/v2'),
    tokenPath: '/api/oauth/token',
    hasTokenHost: true,
    hasScopes: false,
    checkGrant: inBody(({ clientId: client_id, clientSecret: client_secret }) => ({
      client_id,
      client_secret,
      grant_type,
    })),
    checkCall: ({ headers }, { clientId }) => {
      const id = String(headers['x-itau-correlationid']);
      const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id);
      if (!isUuid || uuids.has(id)) lacks('x-itau-correlationID');
      uuids.add(id);
      if (headers['x-itau-apikey'] !== clientId) denied('x-itau-apikey');
    },
    isStale: true,
  },
  BANCO_DO_BRASIL: {
    ...standardManners,
    ...at('/pix/v2'),
    hasTokenHost: true,
    checkCall: ({ url }) => {
      if (url.searchParams.get('gw-dev-app-key') !== 'chave-da-aplicacao') denied('Bad Credentials');
    },
    codeName: 'textoImagemQRcode',
    createdStatus: 200,
    refusal: ({ status, type, title }) => {
      if (status === 401) return { status, answer: { statusCode: 401, error: 'Unauthorized', message: title } };
      const codigo = type.includes('NaoEncontrad') ? '4769515' : '4769500';
      return { status, answer: { erros: [{ codigo, versao: '1', mensagem: title, ocorrencia: randomUUID() }] } };
    },
  },
  SANTANDER: {
    ...standardManners,
    prefix: '/api/v1',
    patchPrefix: '/api/v2',
    hasScopes: false,
    checkGrant: (asked, given) => {
      if (asked.url.searchParams.get('grant_type') !== grant_type) denied('grant_type vai no endereço');
      const { clientId: client_id, clientSecret: client_secret } = given;
      inBody(() => ({ client_id, client_secret }))(asked, given);
    },
    checkCall: ({ url }) => {
      const instants = ['inicio', 'fim'].map((name) => url.searchParams.get(name) ?? '');
      if (instants.some((instant) => instant.includes('.'))) lacks('Datas sem milissegundos');
    },
    createdStatus: 200,
  },
  SICOOB: {
    ...standardManners,
    ...at('/pix/api/v2'),
    tokenPath: '/auth/realms/cooperado/protocol/openid-connect/token',
    hasTokenHost: true,
    checkGrant: inBody(({ clientId: client_id }) => ({ client_id, grant_type, scope: 'yes' })),
    checkCall: ({ headers }, { clientId }) => {
      if (headers['client_id'] !== clientId) denied('client_id');
    },
    codeName: 'brcode',
    createdStatus: 200,
    shown: (charge) => ({ devedor: null, solicitacaoPagador: null, infoAdicionais: null, pix: null, ...charge }),
  },
  BRADESCO: {
    ...standardManners,
    ...at('/v2'),
    tokenPath: '/auth/server/oauth/token',
    hasScopes: false,
    checkGrant: basicForm('no'),
    codeAt: '-emv',
    createdStatus: 200,
  },
  SICREDI: standardManners,
  CAIXA: standardManners,
  C6: {
    ...standardManners,
    ...at('/v2/pix'),
    tokenPath: '/v1/auth',
    hasScopes: false,
    checkGrant: basicForm('no'),
    createdStatus: 200,
  },
} as const satisfies Readonly<Record<string, Manners>>;

export type MannersCode = keyof typeof mannersOf;

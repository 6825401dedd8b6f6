import { isNoAnswer, type ProviderHttp, type ProviderRequest, type ProviderResponse } from '@pitanga/provider-account';
import type { Log } from '@pitanga/runtime';
import type { PayoutMetrics } from '../metrics';
import type { HttpPayoutsConfig } from './http-payouts-config';
import { providerDenied, providerUnavailable } from './http-payouts-errors';
import { refusalCode } from './provider-answers';

interface Call {
  /** Of metrics and logs. */
  readonly operation: 'lookup_key' | 'send_payout' | 'read_payout' | 'check_account';
  readonly method: ProviderRequest['method'];
  /** Below the account's base address. */
  readonly path: string;
  readonly body?: object;
}

interface Answer {
  /** 200 to 299, or a refusal: 400 to 499 with a code of the provider. */
  readonly status: number;
  /** Parsed JSON. */
  readonly body: unknown;
  /** The provider's own time, where it says it. */
  readonly date?: Date | undefined;
}

/** @throws AppError UNAVAILABLE for anything but a success or a refusal by the provider itself */
export type Exchange = (call: Call) => Promise<Answer>;

export interface ExchangeDeps {
  readonly config: HttpPayoutsConfig;
  /** Bound to the store. */
  readonly log: Log;
  readonly metrics: PayoutMetrics;
  /** Of one call. @default 10 s */
  readonly timeoutMs?: number;
}

/** Within the lease of a send and the deadline of a request. */
const timeoutMsDefault = 10_000;

export function createExchange(
  { config, log, metrics, timeoutMs = timeoutMsDefault }: ExchangeDeps,
  http: ProviderHttp,
): Exchange {
  const send = async (call: Call): Promise<ProviderResponse> => {
    const startMs = performance.now();
    const observe = (outcome: string): void => metrics.called(call.operation, outcome, performance.now() - startMs);
    try {
      const response = await http.send({
        method: call.method,
        url: `${config.baseUrl}${call.path}`,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${config.token}`,
          ...(call.body && { 'content-type': 'application/json' }),
        },
        body: call.body && JSON.stringify(call.body),
        timeoutMs,
      });
      observe(`${String(Math.floor(response.status / 100))}xx`);
      return response;
    } catch (error) {
      if (!isNoAnswer(error)) throw error;
      observe(error.code.toLowerCase());
      log.warn({ operation: call.operation, code: error.code }, 'the payout provider gave no usable answer');
      throw providerUnavailable(error);
    }
  };
  return async (call) => {
    const { status, body, date } = await send(call);
    if (status === 401 || status === 403) throw providerDenied();
    const json = parseJson(body);
    if (status >= 200 && status < 300) return { status, body: json, date };
    const code = refusalCode(json);
    log.warn({ operation: call.operation, status, code: code?.slice(0, 60) }, 'the payout provider did not do it');
    const isRefusal = [400, 404, 409, 410, 422].includes(status) && code !== undefined;
    if (!isRefusal) throw providerUnavailable();
    return { status, body: json, date };
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

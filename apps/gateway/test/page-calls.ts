import type { Answers, WholeApi } from './whole-api';

/** Sends the forms of a page, and reads what its services were asked. */
export function pageCalls(api: () => WholeApi, defaults: Answers) {
  return {
    answering: (answers: Answers = {}): void => {
      api().answering({ ...defaults, ...answers });
    },
    send: (url: string, fields: Readonly<Record<string, string>> = {}, cookie?: string) =>
      api().app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...(cookie !== undefined && { cookie }) },
        payload: new URLSearchParams(fields).toString(),
      }),
    look: (url: string, cookie?: string) =>
      api().app.inject({ method: 'GET', url, headers: cookie === undefined ? {} : { cookie } }),
    sent: (name: string) => api().calls.find((call) => call.name === name)?.request,
  };
}

import type { Answers, WholeApi } from './whole-api';

/** Sends the forms of a page, and reads what its services were asked. */
export function pageCalls(api: () => WholeApi, defaults: Answers) {
  const send = (url: string, fields: Readonly<Record<string, string>> = {}, cookie?: string) =>
    api().app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...(cookie !== undefined && { cookie }) },
      payload: new URLSearchParams(fields).toString(),
    });
  const look = (url: string, cookie?: string) =>
    api().app.inject({ method: 'GET', url, headers: cookie === undefined ? {} : { cookie } });
  return {
    answering: (answers: Answers = {}): void => {
      api().answering({ ...defaults, ...answers });
    },
    send,
    look,
    /** Sends a form and opens the page to which it leads, as a browser does that keeps cookies. */
    submit: async (...[url, fields, cookie]: Parameters<typeof send>) => {
      const { statusCode, headers, cookies } = await send(url, fields, cookie);
      const kept = [...(cookie === undefined ? [] : [cookie]), ...cookies.map(({ name, value }) => `${name}=${value}`)];
      const page = await look(headers.location ?? '', kept.join('; '));
      return { led: statusCode, location: headers.location, statusCode: page.statusCode, payload: page.payload };
    },
    sent: (name: string) => api().calls.find((call) => call.name === name)?.request,
  };
}

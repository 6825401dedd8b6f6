import { AppError } from '@pitanga/core';
import type { Api } from './api';

/**
 * JSON is the only body there is. No body at all is `{}` whatever the content type says (decisions 1);
 * any other body is a 415.
 */
export function addBodyParsers(app: Api): void {
  // 'error': a `__proto__` key is nobody's data and is refused as malformed.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isBlank(body)) done(null, {});
    else void parseJson(request, body as string, (error, value) => done(error === null ? null : malformed(), value));
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    if (isBlank(body)) done(null, {});
    else done(unsupported());
  });
}

function isBlank(body: string | Buffer): boolean {
  return body.length === 0 || body.toString().trim() === '';
}

function malformed(): AppError {
  return new AppError({
    kind: 'INVALID_ARGUMENT',
    reason: 'MALFORMED_JSON',
    message: 'The request body is not valid JSON',
  });
}

function unsupported(): Error {
  return Object.assign(new Error('unsupported content type'), {
    code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE',
    statusCode: 415,
  });
}

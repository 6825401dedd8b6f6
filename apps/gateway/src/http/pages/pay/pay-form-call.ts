import { hash } from 'node:crypto';
import type { CallContext } from '@pitanga/rpc';
import { readFormId } from '../forms/form-input';
import { pageCall } from '../html/public-page';
import type { PageRequest, Visit } from './pay-visit';

/** The context of a form's write, with an idempotency key: a form sent twice is processed once. */
export function formCall(
  request: PageRequest,
  { id }: Visit,
  form: string,
  ...content: readonly string[]
): CallContext {
  return {
    ...pageCall(request),
    idempotency: {
      key: readFormId(request.body),
      operation: `POST /pay/${id}/${form}`,
      fingerprint: hash('sha256', content.join('\n'), 'hex'),
    },
  };
}

export function couponList(coupon: string | undefined): string[] {
  return coupon === undefined ? [] : [coupon];
}

import { Named } from '@pitanga/records';
import { Type } from 'typebox';
import { errorCodeNames, type ErrorCode } from './error-codes';

export const ErrorSentence = Type.String({ description: 'One sentence that says why.' });

/** The fields of both versions' error bodies besides the sentence. */
export const errorFields = {
  code: Named(
    'ErrorCode',
    Type.Unsafe<ErrorCode>({
      type: 'string',
      enum: errorCodeNames,
      description: 'Stable: compare this, not `error`. Later releases may add codes.',
    }),
  ),
  docs: Type.Optional(Type.String({ description: 'With a dev key: the address of the page that explains the code.' })),
};

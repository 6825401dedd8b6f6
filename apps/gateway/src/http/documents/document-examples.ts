import { keyInvalid } from '../../api-keys/api-key-errors';
import { describeFailure } from '../edge/errors/errors';
import type { FailureBody } from '../edge/errors/failure-handlers';
import answerExamples from './answer-examples.json';

type Content = Record<string, { readonly schema?: object; readonly example?: unknown }>;
type Operation = { readonly responses?: Record<string, { readonly content?: Content }> };

export type DocumentedPaths = Record<string, Record<string, Operation>>;

/** The answers of the operations at the last `npm run openapi`. */
const answers: Readonly<Record<string, unknown>> = answerExamples;

const requestId = 'req_0VyCLbX8WhF3vB6nM9qW2eR5';

type Responses = NonNullable<Operation['responses']>;

/** Adds an example to every response, made by the code that answers. */
export function addExamples(paths: DocumentedPaths, failure: FailureBody): void {
  const failureExample = (error: Error): object => {
    const { message, code } = describeFailure(error, requestId);
    return failure({ message, code });
  };
  const failures = { '4XX': failureExample(keyInvalid()), '5XX': failureExample(new Error('any bug')) };
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { responses = {} }] of Object.entries(operations)) {
      addOperationExamples(`${method.toUpperCase()} ${path}`, responses, failures);
    }
  }
}

function addOperationExamples(name: string, responses: Responses, failures: Readonly<Record<string, object>>): void {
  for (const [status, { content = {} }] of Object.entries(responses)) {
    for (const [type, media] of Object.entries(content)) {
      const example = failures[status] ?? answers[name] ?? answers[`${name} ${type}`];
      if (example !== undefined) content[type] = { ...media, example };
    }
  }
}

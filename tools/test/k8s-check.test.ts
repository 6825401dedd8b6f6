import { validatorProblems } from '../src/k8s/check';

const passed = 'INFO k8s.yaml passed for resource service/billing against version 1.37';

describe('the validator of manifests', () => {
  it('has found nothing when every object has passed', () => {
    expect(validatorProblems(`${passed}\n${passed}\n`, 2)).toEqual([]);
  });

  it.each([
    [
      'a kind that neither Kubernetes nor an operator has',
      "WARN k8s.yaml Couldn't find schema for kind ScaledObjct with api version keda.sh/v1alpha1 for kubernetes version 1.37",
    ],
    [
      'an object that is not as its schema says',
      "ERROR k8s.yaml did not validate for resource service/billing against version 1.37: spec.ports.0.port: 'a' is not of type 'integer'",
    ],
    ['a validator that has failed', 'Traceback (most recent call last):'],
  ])('has found %s', (_what, line) => {
    expect(validatorProblems(`${passed}\n${line}\n`, 2)).toEqual([line]);
  });

  it('has not run when it says of fewer objects that they have passed than there are', () => {
    expect(validatorProblems('', 2)).toEqual(['0 objects have passed, not 2']);
    expect(validatorProblems(passed, 2)).toEqual(['1 objects have passed, not 2']);
  });
});

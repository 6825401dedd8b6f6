import { scoreFindings, scoreProblems } from '../src/k8s/kube-score';

const meant = [
  { test: 'container-resources', objects: /^Deployment\//, summary: 'CPU limit is not set', reason: 'it is meant' },
];

/** What kube-score prints of a deployment in which a check has found something. */
function printed(id: string, summary: string, more: { grade?: number; skipped?: boolean } = {}): string {
  const check = { check: { id }, grade: 1, skipped: false, comments: [{ path: 'service', summary }], ...more };
  const good = { check: { id: 'label-values' }, grade: 10, skipped: false, comments: null };
  return JSON.stringify([
    { type_meta: { kind: 'Deployment' }, object_meta: { name: 'billing' }, checks: [good, check] },
  ]);
}

const problems = (json: string): readonly string[] => scoreProblems(scoreFindings(json), meant);

describe('the findings of kube-score', () => {
  it('are no problem when they are by design', () => {
    expect(problems(printed('container-resources', 'CPU limit is not set'))).toEqual([]);
  });

  it('are a problem in anything else: another finding of the same check, or a warning of another one', () => {
    expect(problems(printed('container-resources', 'Memory limit is not set'))).toContain(
      'Deployment/billing: Memory limit is not set (container-resources)',
    );
    expect(problems(printed('pod-probes', 'Container is missing a readinessProbe', { grade: 5 }))).toContain(
      'Deployment/billing: Container is missing a readinessProbe (pod-probes)',
    );
  });

  it('are a problem when what is by design is not found any more', () => {
    const gone = ['by design, but not found any more: container-resources of ^Deployment\\/'];
    expect(problems(printed('container-resources', 'CPU limit is not set', { grade: 10 }))).toEqual(gone);
    expect(problems(printed('container-resources', 'CPU limit is not set', { skipped: true }))).toEqual(gone);
  });

  it('are an error when it could not run', () => {
    expect(() => problems('')).toThrow(SyntaxError);
  });
});

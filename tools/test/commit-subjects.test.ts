import { subjectFault } from '../src/commits/commit-subjects';

describe('The rule of commit subjects', () => {
  it.each(['feat(billing): refund a charge', 'fix!: Pix charges expire', `docs: ${'ç'.repeat(66)}`])(
    'accepts "%s"',
    (subject) => {
      expect(subjectFault(`${subject}\n\nA body may have long lines.`)).toBeUndefined();
    },
  );

  it('refuses a subject of 73 characters', () => {
    expect(subjectFault(`docs: ${'a'.repeat(67)}`)).toContain('73 characters, 1 more than 72');
  });

  it('refuses a message whose first line is no Conventional Commit, whatever its body says', () => {
    expect(subjectFault('Refund a charge\n\nfeat: refund a charge')).toContain('no Conventional Commit');
  });
});

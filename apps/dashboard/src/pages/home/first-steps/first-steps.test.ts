import { firstSteps, maySee } from './first-steps';

describe('the first steps of a store', () => {
  it('stand in their order, with the first that is not taken as the next', () => {
    const taken = new Map([
      ['begin', true],
      ['link', false],
      ['webhook', false],
    ] as const);
    expect(firstSteps(taken)).toEqual({
      steps: [
        { name: 'begin', isDone: true },
        { name: 'link', isDone: false },
        { name: 'webhook', isDone: false },
      ],
      doneCount: 1,
      next: 'link',
    });
  });

  it('are unknown while one is asked for, and have no next when all are taken', () => {
    expect(firstSteps(new Map([['begin', undefined]]))).toBeUndefined();
    expect(firstSteps(new Map([['factor', true]]))?.next).toBeUndefined();
  });

  it('are those that the person may take and see', () => {
    const may = (permission: string): boolean => permission.startsWith('CHECKOUT');
    expect([maySee('link', may), maySee('webhook', may), maySee('factor', may)]).toEqual([true, false, true]);
  });
});

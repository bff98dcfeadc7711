import { Sequencer } from '@assay/platform/engine/sequencer';
import { describe, expect, it } from 'vitest';
import { createRealmMachines } from '../../apps/server/realm.ts';
import { chooseScenes, partsOf, setUpCommands } from './choose.ts';
import { companyOf } from './scene.ts';

describe('scenes of the benches', () => {
  it('SIMU-072 each runs in one realm with the others, and nothing is refused', () => {
    const { loaded, measured } = chooseScenes({ parts: 'prepaid' });
    expect(measured.map(({ name }) => name)).toEqual(['spot', 'prepaid']);
    const machines = createRealmMachines('demo', partsOf(loaded));
    const sequencer = new Sequencer(machines);
    for (const { type, actor, body } of setUpCommands(loaded)) {
      expect(sequencer.decide(type, actor, body, 1).refusal).toBeUndefined();
    }
    for (const scene of measured) {
      const flow = companyOf(scene);
      let refused = 0;
      for (const [at, command] of flow.commands(0, flow.flow.count).entries()) {
        flow.complete(at, command);
        const outcome = sequencer.decide(command.type, command.actor, command.body, 1);
        if (outcome.refusal !== undefined) refused += 1;
        flow.answered(at, outcome);
      }
      expect(refused).toBe(0);
    }
    sequencer.audit();
    const products = new Set(Array.from(machines.orders.state.open(), ({ market }) => market));
    expect(products.size).toBe(measured.length);
    expect(machines.orders.state.trades.count).toBeGreaterThan(200);
  });

  it('SIMU-072 a scene that there is not is named', () => {
    expect(chooseScenes({ parts: 'prepaid', scene: 'spot' }).measured).toHaveLength(1);
    expect(() => chooseScenes({ parts: 'margin' })).toThrow('There is no scene margin among');
    expect(() => chooseScenes({ parts: '', scene: 'prepaid' })).toThrow('among: spot.');
  });
});

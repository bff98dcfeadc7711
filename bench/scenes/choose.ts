import { OWNER } from '@assay/core/ledger/owners';
import type { RealmPart } from '../../apps/server/realm.ts';
import { type BenchCommand, FLOW_USERS } from './order-flow.ts';
import { prepaidScene } from './prepaid.ts';
import { ASSETS, type Scene } from './scene.ts';
import { spotScene } from './spot.ts';

/** Scenes that `--parts` loads beside spot's. A module that is to be measured is added here. */
const BESIDE_SPOT: readonly Scene[] = [prepaidScene];

/** Options of the benches of an engine. */
export const SCENE_OPTIONS = {
  /** Names of scenes to load beside spot's, with commas between them. */
  parts: { type: 'string', default: '' },
  /** The scene to measure; all that are loaded if none is named. */
  scene: { type: 'string' },
} as const;

/** What a realm has loaded, and what of it is measured. */
export interface Stage {
  readonly loaded: readonly Scene[];
  readonly measured: readonly Scene[];
}

/** The scenes that the options choose. Throws on a name that is no scene's. */
export function chooseScenes({ parts, scene }: { parts: string; scene?: string }): Stage {
  const names = parts.split(',').filter((name) => name !== '');
  const loaded = [spotScene, ...names.map((name) => sceneOf(name, BESIDE_SPOT))];
  return { loaded, measured: scene === undefined ? loaded : [sceneOf(scene, loaded)] };
}

function sceneOf(name: string, among: readonly Scene[]): Scene {
  const found = among.find((one) => one.name === name);
  const names = among.map((one) => one.name).join(', ');
  if (found === undefined) throw new Error(`There is no scene ${name} among: ${names}.`);
  return found;
}

export function partsOf(scenes: readonly Scene[]): RealmPart[] {
  return scenes.flatMap(({ parts }) => parts);
}

/** Commands that prepare a realm for these scenes: assets, what each needs, users with funds. */
export function setUpCommands(scenes: readonly Scene[] = [spotScene]): BenchCommand[] {
  const bySetUp = (type: string, body: object) => ({ type, actor: OWNER.setup, body });
  const symbols = Object.keys(ASSETS);
  const commands = symbols.map((symbol) => bySetUp('listAsset', { symbol, name: symbol }));
  for (const { type, body } of scenes.flatMap(({ setUp }) => setUp)) {
    commands.push(bySetUp(type, body));
  }
  const grants = Object.entries(ASSETS).map(([asset, amount]) => ({ asset, amount }));
  for (let userId = FLOW_USERS.first; userId <= FLOW_USERS.last; userId += 1) {
    commands.push(bySetUp('openVirtualAccount', { userId, grants }));
  }
  return commands;
}

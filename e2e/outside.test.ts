import path from 'node:path';
import { afterAll } from 'vitest';
import { bundleServer } from './harness/bundle.ts';
import { runNotifiedJourneysOn } from './harness/run-journeys.ts';
import { Server } from './harness/server.ts';
import { outsideJourneys } from './outside/journeys.suite.ts';
import { Maker } from './outside/maker.ts';
import { Provider } from './outside/provider.ts';

const [maker, provider] = [new Maker(), new Provider()];
afterAll(() => {
  maker.stop();
  provider.stop();
});

async function server(): Promise<Server> {
  const [folder, address, settings] = await Promise.all([
    bundleServer('outside'),
    maker.start(),
    provider.start(),
  ]);
  return new Server([path.join(folder, 'main.js'), address], settings);
}

// What people do with services outside of the house, and with money that has come from outside.
runNotifiedJourneysOn(server, () => outsideJourneys(maker, provider));

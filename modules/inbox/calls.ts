import { refuse } from '@assay/core/schema/outcome';
import type { Handlers } from '@assay/platform/http/context';
import type { Messages } from '@assay/platform/http/messages';
import { CHANNELS, type Channel, FIXED, isPushAddress, MESSAGE_KINDS, USUAL } from './rules.ts';
import type { calls, MessageView } from './schema.ts';
import type { InboxStore, Message } from './store/index.ts';

export interface CallsOptions {
  readonly store: InboxStore;
  readonly messages: Messages;
  readonly pushKey: string;
  readonly hosts: readonly string[];
  readonly hasEmail: (userId: number) => Promise<boolean>;
  /** The number of unread messages has changed. */
  readonly counted: (userId: number, unread: number) => void;
}

export function inboxCalls(options: CallsOptions): Handlers<typeof calls> {
  const { store, messages, pushKey, hosts, hasEmail, counted } = options;
  return {
    getMessages: async (query, { actor, lang }) => {
      const found = await store.list(actor.userId, query);
      return {
        messages: found.map((message) => viewOf(messages, message, lang)),
        unread: await store.unread(actor.userId),
      };
    },
    getMessage: async ({ messageId }, { actor, lang }) => {
      const message = await store.find(actor.userId, messageId);
      return message === null ? refuse('noMessage') : viewOf(messages, message, lang);
    },
    readMessages: async ({ messageId }, { actor, now }) => {
      await store.read(actor.userId, messageId, now);
      const unread = await store.unread(actor.userId);
      counted(actor.userId, unread);
      return { unread };
    },
    getChannels: async (_input, { actor }) => {
      const { userId } = actor;
      const choices = await store.choices(userId);
      return {
        kinds: MESSAGE_KINDS.map((kind) => ({
          kind,
          on: perChannel((channel) => {
            const chosen = choices.find((one) => one.kind === kind && one.channel === channel);
            return chosen?.isOn ?? USUAL[kind][channel];
          }),
          fixed: perChannel((channel) => FIXED[kind].includes(channel)),
        })),
        pushKey,
        browsers: await store.browsers(userId),
        hasEmail: await hasEmail(userId),
      };
    },
    setChannel: async ({ kind, channel, on }, { actor }) => {
      if (FIXED[kind].includes(channel)) return refuse('channelFixed');
      await store.choose(actor.userId, kind, channel, on);
      return {};
    },
    addPushEndpoint: async (browser, { actor, lang, now }) => {
      if (!isPushAddress(browser.endpoint, hosts)) return refuse('pushHost');
      const added = await store.addEndpoint(actor.userId, browser, lang, now);
      return added ? {} : refuse('tooManyBrowsers');
    },
    removePushEndpoint: async ({ endpoint }, { actor }) => {
      await store.removeEndpoint(actor.userId, endpoint);
      return {};
    },
  };
}

const perChannel = (of: (channel: Channel) => boolean) => {
  const [app, email, push] = CHANNELS.map(of) as [boolean, boolean, boolean];
  return { app, email, push };
};

/** In the reader's language. */
function viewOf(messages: Messages, message: Message, lang: string): MessageView {
  const { messageId, kind, key, details, link, at, readAt } = message;
  const title = messages.text(lang, `inbox.${kind}`);
  const text = messages.text(lang, key, details);
  return { messageId, kind, title, text, link, at, read: readAt !== null };
}

// @ts-check
/** Who has a seat: a list of people, levels and bots, and under "advanced" an agent that is put together. */

import { botGroup } from "../lib/bots.js";
import { h } from "../lib/dom.js";
import { words } from "../strings.js";

/** @typedef {import("../lib/api.js").Game} Game */

export const PERSON = "person";
export const FRIEND = "friend";
const OTHER = "…";

/** What explains agents is loaded when somebody wants one. @type {typeof import("./agent_builder.js").AgentBuilder | undefined} */
let AgentBuilder;
export const loadBuilder = async () => (AgentBuilder ??= (await import("./agent_builder.js")).AgentBuilder);

/** Whether somebody is in the list, and no agent. @param {string} who @param {Game} game @param {string[]} bots */
export const isListed = (who, game, bots) => who === PERSON || who === FRIEND || bots.includes(who) || game.levels.some((level) => level.name === who);

/**
 * The list, and below it the agent's part, which is hidden unless it is wanted.
 * @param {{id: string, name: string, who: string, game: Game, variant: () => string, bots: string[], friends?: boolean, changed: (who: string) => void}} seat
 */
export function seatChoice({ id, name, who, game, variant, bots, friends = false, changed }) {
  const { levels } = game;
  const listed = isListed(who, game, bots);
  /** @type {import("./agent_builder.js").AgentBuilder | undefined} */
  let builder;
  const advanced = h("div", { class: "advanced", hidden: true });
  const told = h("small", { class: "told", id: `${id}-told` });
  const tell = () => {
    const level = levels.find((known) => known.name === select.value);
    const about = level && (level.rating ? `${level.words} ${words.setup.rating(level.rating)}` : level.words);
    told.textContent = about ?? (select.value === FRIEND ? words.setup.friendTold : "");
    told.hidden = !told.textContent;
  };
  /** An agent begins as the level that was chosen before: that is an agent with options, too. */
  let before = levels.find((level) => level.name === who)?.agent ?? levels.find((level) => level.name === "ram")?.agent ?? game.agents[0].name;
  const build = (/** @type {string} */ text) => {
    if (!AgentBuilder) return;
    builder ??= new AgentBuilder({ id, name, game, variant, text, changed });
    advanced.replaceChildren(builder.element);
    advanced.hidden = false;
  };
  const choose = async () => {
    tell();
    if (select.value !== OTHER) {
      advanced.hidden = true;
      before = levels.find((level) => level.name === select.value)?.agent ?? before;
      changed(select.value);
      return;
    }
    await loadBuilder();
    if (select.value !== OTHER) return;
    build(before);
    changed(builder?.value ?? before);
  };
  const select = h(
    "select",
    { id, "aria-describedby": told.id, onchange: () => void choose() },
    h("option", { value: PERSON, selected: who === PERSON }, words.setup.person),
    friends && h("option", { value: FRIEND, selected: who === FRIEND }, words.setup.friend),
    h("optgroup", { label: words.setup.levels }, ...levels.map((level) => h("option", { value: level.name, selected: who === level.name }, words.setup.levelNames[level.name] ?? level.name))),
    botGroup(bots, who),
    h("optgroup", { label: words.setup.advanced }, h("option", { value: OTHER, selected: !listed }, words.setup.other)),
  );
  tell();
  if (!listed) build(who);
  return { select, advanced, told };
}

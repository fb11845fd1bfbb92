// @ts-check
/** Who has a seat: a list of people, levels, agents and bots, and a field for an agent with options. */

import { botGroup } from "../lib/bots.js";
import { h } from "../lib/dom.js";
import { capital, words } from "../strings.js";

/** @typedef {import("../lib/api.js").Game} Game */

export const PERSON = "person";
export const FRIEND = "friend";
const OTHER = "…";

/**
 * The list, and below it the field, which is hidden unless it is wanted.
 * @param {{id: string, name: string, who: string, game: Game, bots: string[], friends?: boolean, changed: (who: string) => void}} seat
 */
export function seatChoice({ id, name, who, game, bots, friends = false, changed }) {
  const { levels, agents } = game;
  const listed = who === PERSON || (friends && who === FRIEND) || bots.includes(who) || levels.some((level) => level.name === who) || agents.some((agent) => agent.name === who);
  const spec = h("input", { type: "text", class: "mono", autocomplete: "off", spellcheck: "false", "aria-label": `${capital(name)}: ${words.setup.spec}`, value: listed ? "" : who, oninput: () => changed(spec.value.trim()) });
  const field = h("div", { class: "spec field", hidden: listed }, spec, h("small", {}, words.setup.specHelp(agents.map((agent) => agent.name).join(", "))));
  const told = h("small", { class: "told", id: `${id}-told` });
  const tell = () => {
    const level = levels.find((known) => known.name === select.value);
    const about = level && (level.rating ? `${level.words} ${words.setup.rating(level.rating)}` : level.words);
    told.textContent = about ?? (select.value === FRIEND ? words.setup.friendTold : undefined) ?? agents.find((agent) => agent.name === select.value)?.summary ?? "";
    told.hidden = !told.textContent;
  };
  const select = h(
    "select",
    {
      id,
      "aria-describedby": told.id,
      onchange: () => {
        field.hidden = select.value !== OTHER;
        tell();
        changed(select.value === OTHER ? spec.value.trim() : select.value);
        if (!field.hidden) spec.focus();
      },
    },
    h("option", { value: PERSON, selected: who === PERSON }, words.setup.person),
    friends && h("option", { value: FRIEND, selected: who === FRIEND }, words.setup.friend),
    h("optgroup", { label: words.setup.levels }, ...levels.map((level) => h("option", { value: level.name, selected: who === level.name }, words.setup.levelNames[level.name] ?? level.name))),
    botGroup(bots, who),
    h("optgroup", { label: words.setup.agents }, ...agents.map((agent) => h("option", { value: agent.name, selected: who === agent.name }, agent.name))),
    h("option", { value: OTHER, selected: !listed }, words.setup.other),
  );
  tell();
  return { select, field, told };
}

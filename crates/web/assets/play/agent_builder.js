// @ts-check
/** An agent put together: which one, what it is, its options in fields, and its text, which can be typed as well. */

import { checkAgent, variant as lookUp } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { markUnavailable } from "../lib/unavailable.js";
import { agentWords as said } from "../strings/agents.js";

/** @typedef {import("../lib/api.js").Game} Game */
/** @typedef {import("../lib/api.js").Agent} Agent */
/** @typedef {import("../lib/api.js").Option} Option */

/** The searches that can be looked into. */
const SHOWN = ["minimax", "alphabeta", "paranoid", "uct"];
/** The server is asked when nobody has typed for so long, in milliseconds. */
const PAUSE = 300;

/** The values of an option that has a few, if it has. @param {Option} option @param {Game} game @returns {string[]} */
function valuesOf({ kind, takes }, game) {
  if (kind === "flag") return ["on", "off"];
  if (kind !== "choice") return [];
  return takes === "an evaluation" ? game.heuristics.map((known) => known.name) : takes.split(/, | or /);
}

/** What an option is unless it is set. @param {Option} option @param {Game} game */
function usualOf({ default: usual }, { heuristics }) {
  const evaluation = usual === "the first listed" ? heuristics[0] : usual === "the last listed" ? heuristics.at(-1) : undefined;
  return evaluation?.name ?? said.defaults[usual] ?? usual;
}

/** The name of a text, and its options. @param {string} text */
function parts(text) {
  const [name, ...rest] = text.trim().split(":");
  const options = new Map(rest.join(":").split(",").filter(Boolean).map((part) => {
    const [option, ...value] = part.split("=");
    return [option.trim(), value.length ? value.join("=").trim() : "on"];
  }));
  return { name, options };
}

/** Where Learn shows this search in this game. @param {string} game @param {string} kind */
const learnPath = (game, kind) => `/learn?${new URLSearchParams({ game, kind })}`;

export class AgentBuilder {
  /**
   * @param {{id: string, name: string, game: Game, variant: () => string, text: string, changed: (text: string) => void}} wanted
   *   `name` is that of the seat or player, `variant` the game with its options as chosen now
   */
  constructor({ id, name, game, variant, text, changed }) {
    this.id = id;
    this.game = game;
    this.variant = variant;
    this.changed = changed;
    /** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
    this.inputs = new Map();
    this.checking = 0;
    /** The agent whose fields are shown. */
    this.shown = "";
    this.agent = h("select", { id: `${id}-agent`, "aria-describedby": `${id}-about`, onchange: () => this.choose(this.agent.value) }, ...game.agents.map((known) => h("option", { value: known.name }, said.title(known.name))));
    this.about = h("p", { class: "tag", id: `${id}-about` });
    this.learn = h("a", { target: "_blank", href: "/learn" }, said.learn);
    this.summary = h("summary", {}, said.options(0));
    this.options = h("div", { class: "options" });
    this.details = h("details", { class: "agent-options" }, this.summary, this.options);
    this.problem = h("p", { class: "problem", role: "alert", id: `${id}-problem`, hidden: true });
    this.text = h("input", { id: `${id}-text`, type: "text", class: "mono spec", autocomplete: "off", spellcheck: "false", value: text, "aria-describedby": `${id}-problem`, oninput: () => this.typed() });
    this.element = h(
      "div",
      { class: "agent-builder", role: "group", "aria-label": said.group(name) },
      h("div", { class: "field" }, h("label", { for: this.agent.id }, said.agent), this.agent),
      h("div", {}, this.about, this.learn),
      this.details,
      h("div", { class: "field" }, h("label", { for: this.text.id }, said.text), this.text, this.problem, h("small", {}, said.textHelp)),
      this.explained(),
    );
    this.read();
    // Some agents cannot play every variant. An error is the host's to show.
    void lookUp(variant()).then((found) => markUnavailable(this.agent, found), () => {});
    if (this.inputs.size && [...this.inputs.values()].some((input) => input.value)) this.details.open = true;
  }

  /** All agents, for who does not know which. */
  explained() {
    return h("details", {}, h("summary", {}, said.all), h("dl", { class: "agents-explained" }, ...this.game.agents.flatMap((agent) => [h("dt", {}, said.title(agent.name)), h("dd", {}, said.about(agent))])), h("p", { class: "tag" }, said.plies));
  }

  get value() {
    return this.text.value.trim();
  }

  /** @returns {Agent | undefined} */
  get known() {
    return this.game.agents.find((agent) => agent.name === this.agent.value);
  }

  focus() {
    this.agent.focus();
  }

  /** Another agent, with nothing set. @param {string} name */
  choose(name) {
    this.text.value = name;
    this.read();
    this.tell();
  }

  /** Somebody has typed. */
  typed() {
    this.read();
    this.tell();
  }

  /** The fields show what the text says, as far as they can. */
  read() {
    const { name, options } = parts(this.text.value);
    if (this.shown !== name) {
      this.shown = name;
      this.agent.value = name;
      this.showAgent();
    }
    for (const [option, input] of this.inputs) input.value = options.get(option) ?? "";
    this.count();
  }

  /** What the chosen agent is, and fields for its options. */
  showAgent() {
    const agent = this.known;
    this.about.textContent = agent ? said.about(agent) : "";
    this.learn.hidden = !agent || !SHOWN.includes(agent.name);
    if (agent) this.learn.href = learnPath(this.variant(), agent.name);
    this.inputs.clear();
    const fields = (agent?.options ?? []).filter((option) => option.kind !== "file").map((option) => this.field(option));
    this.options.replaceChildren(...fields);
    this.details.hidden = !fields.length;
  }

  /** @param {Option} option */
  field(option) {
    const id = `${this.id}-option-${option.name}`;
    const values = valuesOf(option, this.game);
    const usual = usualOf(option, this.game);
    const meaning = (/** @type {string} */ value) => (option.takes === "an evaluation" ? this.game.heuristics.find((known) => known.name === value)?.summary : undefined);
    const about = { id, "aria-describedby": `${id}-help` };
    const input = values.length
      ? h("select", { ...about, onchange: () => this.write() }, h("option", { value: "" }, said.usual(usual)), ...values.map((value) => h("option", { value, title: meaning(value) }, value)))
      : h("input", { ...about, type: "text", inputmode: option.kind === "number" ? "decimal" : null, autocomplete: "off", spellcheck: "false", placeholder: usual, oninput: () => this.write() });
    this.inputs.set(option.name, input);
    return h("div", { class: "field" }, h("label", { for: id }, option.name), input, h("small", { id: `${id}-help` }, said.help(option.help, values.length ? "" : option.takes, usual)));
  }

  /** The text says what the fields do. */
  write() {
    const given = [...this.inputs].flatMap(([option, { value }]) => (value.trim() ? [`${option}=${value.trim()}`] : []));
    this.text.value = given.length ? `${this.agent.value}:${given.join(",")}` : this.agent.value;
    this.count();
    this.tell();
  }

  count() {
    this.summary.textContent = said.options([...this.inputs.values()].filter(({ value }) => value.trim()).length);
  }

  tell() {
    this.changed(this.value);
    clearTimeout(this.checking);
    this.checking = setTimeout(() => void this.check(), PAUSE);
  }

  /** What is wrong is said here, not when the game is begun. */
  async check() {
    const asked = this.value;
    const wrong = await checkAgent(this.variant(), asked).then(() => "", (error) => (error instanceof Error ? error.message : String(error)));
    if (asked !== this.value) return;
    this.problem.textContent = wrong;
    this.problem.hidden = !wrong;
    if (wrong) this.text.setAttribute("aria-invalid", "true");
    else this.text.removeAttribute("aria-invalid");
  }
}

"use strict";
// Theme, figures and details of the report. No library but plotly, which is unpacked on demand.
(() => {
  const root = document.documentElement;
  const systemDark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => root.dataset.theme ? root.dataset.theme === "dark" : systemDark.matches;

  // --- figures ---------------------------------------------------------------------------------
  const palette = JSON.parse(document.getElementById("palette").textContent);
  const holders = [...document.querySelectorAll(".plot")];
  const figures = new Map(holders.map((holder) => [holder, holder.querySelector("script").textContent]));
  const drawn = new Set();

  function colourOf(reference) {
    const [name, opacity] = reference.slice(1).split("/");
    const style = getComputedStyle(root);
    const named = { ink: "--ink", muted: "--muted", grid: "--line", paper: "--paper" }[name];
    if (name === "clear") return "rgba(0,0,0,0)";
    if (named) return style.getPropertyValue(named).trim();
    const colours = isDark() ? palette.dark : palette.light;
    const colour = name === "n" ? colours[colours.length - 1] : colours[Number(name)];
    if (!opacity) return colour;
    const channel = (at) => parseInt(colour.slice(at, at + 2), 16);
    return `rgba(${channel(1)},${channel(3)},${channel(5)},${opacity})`;
  }

  // Colour references stand only under keys that name colours: no label is ever touched.
  function resolve(value, key) {
    if (Array.isArray(value)) return value.map((item) => resolve(item, key));
    if (value && typeof value === "object") {
      return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, resolve(v, k)]));
    }
    const isColour = typeof value === "string" && /color(scale)?$/.test(key) && value[0] === "@";
    return isColour ? colourOf(value) : value;
  }

  // Buttons are listed one by one: plotly's default set holds one that uploads the figure.
  const config = (space) => ({
    displaylogo: false,
    displayModeBar: matchMedia("(hover: hover)").matches ? "hover" : false,
    showTips: false,
    plotlyServerURL: "",
    modeBarButtons: space
      ? [["toImage"], ["orbitRotation", "zoom3d", "resetCameraDefault3d"]]
      : [["toImage"], ["zoom2d", "pan2d", "resetScale2d"]],
    toImageButtonOptions: { format: space ? "png" : "svg", filename: "figure", scale: 2 },
  });

  function prepared(holder) {
    const figure = JSON.parse(figures.get(holder));
    const layout = resolve(figure.layout, "");
    layout.font.family = getComputedStyle(document.body).fontFamily;
    layout.dragmode = matchMedia("(pointer: coarse)").matches ? false : figure.space ? "orbit" : "zoom";
    const narrow = holder.clientWidth < 620;
    if (figure.ends.length && !narrow) {
      layout.showlegend = false;
      layout.annotations = resolve(figure.ends, "");
      const longest = Math.max(...figure.ends.map((end) => end.text.length));
      layout.margin.r = Math.min(24 + 7.2 * longest, holder.clientWidth / 3);
    }
    if (narrow && !figure.space) {
      layout.font.size = 11;
      layout.height = Math.min(layout.height, 340);
      for (const trace of figure.data) if (trace.colorbar) trace.colorbar.title.text = "";
    }
    if (narrow && figure.space) {
      const { eye } = layout.scene.camera;
      for (const axis of ["x", "y", "z"]) eye[axis] *= 1.65;
      layout.font.size = 10;
      layout.height = 360;
    }
    return { data: resolve(figure.data, ""), layout, options: config(figure.space) };
  }

  function draw(holder) {
    // Inside of closed details there is no width to draw for: it is drawn anew when they open.
    if (!holder.clientWidth) return giveUp(holder);
    const { data, layout, options } = prepared(holder);
    layout.width = holder.clientWidth;
    widths.set(holder, holder.clientWidth);
    if (drawn.has(holder)) return Plotly.react(holder, data, layout, options);
    drawn.add(holder);
    resized.observe(holder);
    holder.textContent = "";
    return Plotly.newPlot(holder, data, layout, options).then(() => {
      followZoom(holder);
      holder.parentElement.classList.add("live");
    });
  }

  // A figure decides anew what fits when its width changes: a turned phone, a resized window.
  const widths = new Map();
  const resized = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (!drawn.has(target) || widths.get(target) === target.clientWidth) continue;
      requestAnimationFrame(() => draw(target));
    }
  });

  // The ticks are chosen for the whole range; somebody who zooms in gets plotly's own.
  function followZoom(holder) {
    holder.on("plotly_relayout", (changes) => {
      const update = {};
      for (const axis of ["xaxis", "yaxis"]) {
        if (changes[`${axis}.range[0]`] !== undefined) update[`${axis}.tickmode`] = "auto";
        if (changes[`${axis}.autorange`]) {
          const { layout } = prepared(holder);
          update[`${axis}.tickmode`] = "array";
          update[`${axis}.range`] = layout[axis].range;
        }
      }
      if (Object.keys(update).length) Plotly.relayout(holder, update);
    });
  }

  let loading = null;
  function loadPlotly() {
    loading ??= (async () => {
      const packed = atob(document.getElementById("plotly").textContent);
      const bytes = Uint8Array.from(packed, (character) => character.charCodeAt(0));
      const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
      const code = new Blob([await new Response(unpacked).arrayBuffer()], { type: "text/javascript" });
      await new Promise((done, failed) => {
        const script = document.createElement("script");
        script.src = URL.createObjectURL(code);
        script.onload = done;
        script.onerror = failed;
        document.head.append(script);
      });
    })();
    return loading;
  }

  // A browser that cannot unpack or run plotly keeps the drawings made for paper.
  const fallBack = (problem) => console.warn("figures are static:", problem);

  // 3D figures are given up again when far away: a browser keeps few WebGL contexts, and takes the
  // oldest away when there are too many.
  function giveUp(holder) {
    if (!drawn.delete(holder)) return;
    holder.parentElement.classList.remove("live");
    resized.unobserve(holder);
    Plotly.purge(holder);
  }

  const wanted = new Set();
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const holder = target.querySelector(".plot");
      if (!isIntersecting) {
        wanted.delete(holder);
        if (figures.get(holder).includes('"space":true')) giveUp(holder);
        continue;
      }
      wanted.add(holder);
      if (drawn.has(holder)) continue;
      loadPlotly().then(() => wanted.has(holder) && !drawn.has(holder) && draw(holder)).catch(fallBack);
    }
  }, { rootMargin: "600px" });
  if (typeof DecompressionStream === "undefined") fallBack("no DecompressionStream");
  else holders.forEach((holder) => seen.observe(holder.parentElement));

  // --- theme -----------------------------------------------------------------------------------
  const redraw = () => drawn.forEach((holder) => draw(holder));
  systemDark.addEventListener("change", redraw);
  document.getElementById("theme").addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem("ringassay-theme", root.dataset.theme); } catch (refused) { /* see theme.js */ }
    redraw();
  });

  // --- details ---------------------------------------------------------------------------------
  const folded = [...document.querySelectorAll("main details.more")];
  const unfold = document.getElementById("unfold");
  const allOpen = () => folded.every((details) => details.open);
  const label = () => { unfold.textContent = allOpen() ? "Close all details" : "Open all details"; };
  unfold.hidden = !folded.length;
  unfold.addEventListener("click", () => {
    const open = !allOpen();
    folded.forEach((details) => { details.open = open; });
  });
  folded.forEach((details) => details.addEventListener("toggle", label));
  label();

  // --- contents --------------------------------------------------------------------------------
  const contents = document.querySelector(".contents details");
  if (matchMedia("(max-width: 70rem)").matches) contents.open = false;
  const links = new Map([...contents.querySelectorAll("a")].map((a) => [a.hash.slice(1), a]));
  const here = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      links.get(entry.target.id)?.classList.toggle("here", entry.isIntersecting);
    }
  }, { rootMargin: "-20% 0px -70% 0px" });
  document.querySelectorAll("main > section[id]").forEach((section) => here.observe(section));
})();

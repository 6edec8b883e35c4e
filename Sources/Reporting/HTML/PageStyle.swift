/// The style of a page: on a wide screen, on a phone, on paper. Colors are those of ``Palette``.
enum PageStyle {
  static let source: StaticString = """
    *,*::before,*::after{box-sizing:border-box}
    html{font:100%/1.6 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;color:var(--ink);background:var(--paper);
      -webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:1rem}
    body{margin:0}
    .page{max-width:78rem;margin:0 auto;padding:0 1.25rem 3rem;display:grid;grid-template-columns:minmax(0,1fr)}
    h1,h2,h3,h4,h5,h6{line-height:1.25;text-wrap:balance;overflow-wrap:anywhere;margin:0}
    h1,h2,.opening>p:first-child{font-family:"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,"Liberation Serif",serif}
    h1{font-size:1.15rem;font-weight:600;color:var(--muted);letter-spacing:.01em}
    h2{font-size:1.75rem;font-weight:600;margin:3rem 0 .75rem}
    h3{font-size:1.15rem;font-weight:650;margin:2rem 0 .5rem}
    h4,h5,h6{font-size:1rem;font-weight:650;margin:1.5rem 0 .5rem}
    p,ul,ol,dl,dd,figure,pre{margin:0}
    p,li{overflow-wrap:anywhere}
    p+p,p+ul,ul+p,.table+p,.table+ul{margin-top:.75rem}
    main p,main li{max-width:46rem}
    ul{padding-left:1.25rem}
    li+li{margin-top:.25rem}
    a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:.18em}
    a:hover{text-decoration-thickness:2px}
    :focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
    em{font-style:normal;font-weight:600}
    strong{font-weight:650}
    code,pre{font-family:ui-monospace,"SF Mono",SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.86em}
    code{overflow-wrap:anywhere}
    .hidden,caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
    .skip{position:absolute;left:-99rem;top:0;background:var(--card);padding:.5rem 1rem;z-index:3}
    .skip:focus{left:.5rem;top:.5rem}
    header{padding:2.5rem 0 0}
    footer{margin-top:4rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--muted);font-size:.9rem}

    .opening>p:first-child{font-size:clamp(1.3rem,1.05rem + 1.1vw,1.75rem);line-height:1.45;max-width:44rem;text-wrap:pretty}
    .opening>p:first-child strong{font-weight:700}
    .opening>p:first-child em{font-weight:inherit}
    .opening>p{font-size:1.08rem}
    .opening>p:not(:first-child){margin-top:1.25rem}
    .actions{margin:1.75rem 0 0;padding:0;list-style:none;counter-reset:action;max-width:58rem}
    .actions li{counter-increment:action;position:relative;max-width:none;margin:0;padding:.7rem 0 .7rem 2.4rem;border-top:1px solid var(--line)}
    .actions li:last-child{border-bottom:1px solid var(--line)}
    .actions li::before{content:counter(action);position:absolute;left:0;top:.62rem;font-size:1.35rem;line-height:1.45;font-weight:600;color:var(--muted)}
    .actions a{font-size:1.12rem;font-weight:650;line-height:1.4;color:inherit}
    .actions p{max-width:none;color:var(--muted);font-size:.95rem;margin-top:.1rem}
    .note{margin-top:1.25rem;padding:.8rem 1.1rem;border-left:4px solid var(--info);background:var(--card);border-radius:0 6px 6px 0;max-width:46rem}

    nav{margin-top:1.5rem;font-size:.92rem}
    nav ol{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.15rem 1.25rem}
    nav li{margin:0}
    nav a{display:inline-block;padding:.2rem 0;text-decoration:none}
    nav a:hover{text-decoration:underline}
    main{margin-top:1.5rem}
    @media (min-width:64rem){
      .page{grid-template-columns:11.5rem minmax(0,1fr);column-gap:3.5rem;padding:0 2.5rem 4rem}
      header,main,footer{grid-column:2}
      nav{grid-column:1;grid-row:1/span 3;margin:0}
      nav ol{position:sticky;top:2.5rem;margin-top:2.6rem;flex-direction:column;gap:.35rem}
    }

    .icon{width:1em;height:1em;flex:none;vertical-align:-.12em}
    .icon .cut{fill:none;stroke-width:1.9;stroke-linecap:round}
    .finding{position:relative;background:var(--card);border:1px solid var(--line);border-top:4px solid var(--info);border-radius:8px;
      padding:.9rem 1.2rem 1rem;margin-top:1rem}
    .finding.error{border-top-color:var(--error)} .finding.warning{border-top-color:var(--warning)}
    .finding h3,.finding h4{font-size:1.15rem;margin:0 0 .4rem;scroll-margin-top:3rem}
    .finding h4 em{font-weight:inherit}
    .finding .icon{margin-right:.5rem}
    .claim{font-size:1.06rem}
    .gauge{display:block;width:20rem;max-width:100%;height:auto;margin:.4rem 0 0}
    .gauge .band{opacity:.45} .gauge .tick{stroke-width:2;fill:none} .gauge circle{stroke-width:1.5}
    .trend{display:block;width:10rem;height:auto;margin:.5rem 0 0}
    .facts{margin-top:.5rem}
    .facts>div{display:grid;grid-template-columns:8.5rem minmax(0,1fr);gap:.1rem 1rem;padding:.25rem 0}
    .facts dt{color:var(--muted);font-size:.92rem;padding-top:.06rem}
    .facts .advice{background:var(--advice);border-radius:6px;padding:.45rem .8rem;margin:.25rem -.8rem}
    .facts .advice dt{color:var(--ink);font-weight:650}
    .facts ul{padding-left:1.1rem}
    @media (max-width:40rem){
      .page{padding:0 1rem 3rem}
      header{padding-top:1.5rem}
      nav{margin:.75rem -1rem 0}
      nav ol{flex-wrap:nowrap;overflow-x:auto;padding:0 3rem 0 1rem;gap:1.25rem;white-space:nowrap;scrollbar-width:none;
        -webkit-mask-image:linear-gradient(90deg,#000 80%,transparent);mask-image:linear-gradient(90deg,#000 80%,transparent)}
      .facts>div{grid-template-columns:minmax(0,1fr)}
      .finding{padding:1rem 1rem 1.1rem;margin-left:-.35rem;margin-right:-.35rem}
      h2{font-size:1.5rem;margin-top:2.5rem}
      .actions{margin-top:1.25rem} .actions li{padding:.6rem 0 .6rem 1.9rem} .actions a{font-size:1.05rem} .actions p{font-size:.9rem}
    }

    details{margin-top:.9rem}
    summary{cursor:pointer;color:var(--link);width:fit-content;padding:.15rem 0}
    details>:nth-child(2){margin-top:.4rem}
    .fold{margin-top:.35rem}
    .fold>summary>*{display:inline;margin:0;font-size:1.05rem}
    .fold>summary>h2{font-size:1.35rem}
    .fold[open]{margin-bottom:1.5rem}
    section:has(>.fold>summary>h2){margin-top:1.5rem}
    .finding>details{margin-top:.5rem}
    .evidence .facts{font-size:.92rem}
    .code{margin-top:.75rem;font-size:.92rem}
    pre code{font-size:inherit}
    pre{font-size:.82rem;margin-top:.5rem;padding:.8rem 1rem;border:1px solid var(--line);border-radius:6px;overflow:auto;max-height:22rem;line-height:1.5}

    .table{margin-top:1rem}
    .scroll{overflow:auto;overscroll-behavior-x:contain}
    .scroll,pre{--ground:var(--card);--shade:rgba(120,120,120,.5);background:
      linear-gradient(90deg,var(--ground) 40%,transparent) 0 0/2.5rem 100% no-repeat local,
      linear-gradient(-90deg,var(--ground) 40%,transparent) 100% 0/2.5rem 100% no-repeat local,
      linear-gradient(0deg,var(--ground) 40%,transparent) 0 100%/100% 2.5rem no-repeat local,
      linear-gradient(90deg,var(--shade),transparent) 0 0/.75rem 100% no-repeat scroll,
      linear-gradient(-90deg,var(--shade),transparent) 100% 0/.75rem 100% no-repeat scroll,
      linear-gradient(0deg,var(--shade),transparent) 0 100%/100% .75rem no-repeat scroll,
      var(--ground)}
    pre{--ground:var(--paper)}
    .cue{margin:.3rem 0 0;font-size:.85rem;color:var(--muted)}
    .table .scroll{position:relative;max-height:33rem;border:1px solid var(--line);border-radius:6px}
    table{border-collapse:separate;border-spacing:0;width:100%;font-size:.9rem;line-height:1.4;font-variant-numeric:tabular-nums}
    th,td{padding:.42rem .8rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
    tbody tr:last-child>*{border-bottom:0}
    thead th{position:sticky;top:0;z-index:1;background:var(--card);font-weight:600;color:var(--muted);vertical-align:bottom;text-wrap:balance;
      box-shadow:inset 0 -1px var(--line)}
    tbody th{font-weight:600;min-width:11rem;max-width:22rem;overflow-wrap:anywhere}
    td{min-width:4rem;max-width:34rem}
    .number{text-align:right;white-space:nowrap}
    thead .number{white-space:normal}
    .number,tbody th.number{min-width:0}
    tbody tr:hover>*{background:var(--paper)}
    td.severity{font-weight:650;white-space:nowrap;color:var(--info)}
    td.error{color:var(--error)} td.warning{color:var(--warning)}
    td .icon{margin-right:.4rem}
    td.bar{min-width:9rem;vertical-align:middle}
    td.bar svg{display:block;width:100%;height:.7rem}
    .extent{margin-top:.5rem;font-size:.9rem;color:var(--muted)}
    .extent.paper,.extent.phone{display:none}
    thead button{all:unset;cursor:pointer;box-sizing:border-box}
    thead button:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
    thead button:hover{color:var(--ink);text-decoration:underline}
    [aria-sort] button{color:var(--ink)}
    [aria-sort=ascending] button::after{content:" ↑"} [aria-sort=descending] button::after{content:" ↓"}
    .tools{display:flex;flex-wrap:wrap;align-items:center;justify-content:flex-end;gap:.5rem .75rem;margin-bottom:.5rem;font-size:.9rem}
    .code .tools{margin:.5rem 0 0;justify-content:flex-start}
    .tools .status{order:-1} .tools input{order:-2;margin-right:auto}
    .code .tools .status{order:1}
    .tools input,.tools button{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.2rem .7rem;min-height:1.9rem}
    .tools input{width:14rem;max-width:100%;border-color:var(--muted)}
    .tools input::placeholder{color:var(--muted);opacity:1}
    .tools button{cursor:pointer}
    .tools button:hover{border-color:var(--ink)}
    .status{color:var(--muted)}
    [hidden]{display:none}

    figure{margin-top:1rem}
    .drawing{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:1rem}
    .drawing .picture{display:block;width:100%;height:auto}
    .drawing .narrow{display:none}
    figcaption{margin-top:.5rem;color:var(--muted);font-size:.92rem;max-width:46rem}

    @media screen and (max-width:40rem){
      .drawing{padding:.6rem .5rem}
      .drawing .broad{display:none}
      .drawing .narrow{display:block}
      .table .scroll{max-height:none;overflow:visible}
      .table table,.table tbody,.table th,.table td{display:block}
      .table thead,.table .minor,.table td:empty{display:none}
      .table tr{display:flex;flex-wrap:wrap;align-items:baseline;gap:.1rem 1rem;padding:.6rem .8rem;border-bottom:1px solid var(--line)}
      .table tr[hidden],.table:not(.searching) tbody tr:nth-child(n+13){display:none}
      .table tbody tr:last-child{border-bottom:0}
      .table .tools button{display:none}
      .table .tools:not(:has(input)){display:none}
      .table th,.table td{padding:0;border:0;min-width:0;max-width:none;text-align:left;white-space:normal;overflow-wrap:anywhere}
      .table tbody th{flex:1 0 100%}
      .table [data-label]::before{content:attr(data-label) " ";color:var(--muted);font-weight:400}
      .table tbody tr:hover>*{background:none}
      .extent.phone{display:block}
      .table:not(.searching) .extent.phone+.extent{margin-top:.2rem}
    }

    @media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
    @media (forced-colors:active){.finding,.note{border:1px solid}.icon,.drawing{forced-color-adjust:none}}
    @media print{
      @page{margin:1.6cm}
      html{font-size:9.5pt;background:none}
      .page{display:block;max-width:none;padding:0}
      nav,.tools,.skip,.evidence,.cue{display:none}
      header{padding-top:0}
      .opening{break-after:page}
      .drawing{border:0;padding:0;background:none}
      .scroll,.table .scroll{overflow:visible;max-height:none;border:0;padding:0;background:none}
      thead th{position:static} thead button{display:contents}
      table{font-size:8pt} th,td{padding:.2rem .4rem;min-width:0} .number{white-space:normal}
      tr,figure,.finding,.note{break-inside:avoid} tbody tr:first-child{break-before:avoid}
      h2,h3,h4{break-after:avoid}
      h2{margin-top:2rem}
      .table tbody tr:nth-child(n+41){display:none}
      .extent.paper{display:block}
      a{color:inherit}
      details:not([open])::details-content{content-visibility:visible;display:block}
      svg,.advice{print-color-adjust:exact;-webkit-print-color-adjust:exact}
    }

    """
}
